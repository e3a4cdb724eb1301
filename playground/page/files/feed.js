// The feed of one person: a stream of events that is opened again for as long as the page is.

const FIRST_WAIT = 300;
const LONGEST_WAIT = 4000;

/** Keep `world` up to date; `says(connected)` is told when the line is lost and when it stands again. */
export class Feed {
  constructor(world, says, gone) {
    this.world = world;
    this.says = says;
    this.gone = gone;
    this.since = null;
    this.wait = FIRST_WAIT;
    this.open();
  }

  open() {
    const since = this.since === null ? "" : `?since=${encodeURIComponent(this.since)}`;
    this.source = new EventSource(`/people/${this.world.me.id}/feed${since}`);
    this.source.addEventListener("open", () => this.stands());
    this.source.addEventListener("state", (event) => this.take(event, (data) => this.world.takeState(data)));
    this.source.addEventListener("change", (event) => this.take(event, (data) => this.world.take(data)));
    this.source.addEventListener("error", () => this.lost());
  }

  stands() {
    this.wait = FIRST_WAIT;
    this.says(true);
  }

  take(event, fold) {
    if (event.lastEventId) this.since = event.lastEventId;
    fold(JSON.parse(event.data));
  }

  // The browser would come back by itself, but with the address of the first time: its `since` would be old.
  lost() {
    this.source.close();
    this.says(false);
    setTimeout(() => this.again(), this.wait);
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
  }

  async again() {
    if (this.closed) return;
    if (await this.gone()) return;
    this.open();
  }

  close() {
    this.closed = true;
    this.source.close();
  }
}
