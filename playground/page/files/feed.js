// The feed: one stream for all phones of the page, opened again for as long as the page is.
//
// One for all, since a browser keeps no more than six connections to a server: with a stream for each phone, six
// people would leave none to say anything by.

const FIRST_WAIT = 300;
const LONGEST_WAIT = 4000;

/**
 * Keeps worlds up to date. `page` gives `worlds()` (person to world), is told `connected(stands)`, and after the line
 * was lost `check()`s who is still there, true when the server answered.
 */
export class Feed {
  constructor(page) {
    this.page = page;
    this.source = null;
    this.wait = FIRST_WAIT;
  }

  /** Open the stream, also anew because somebody came or went. */
  open() {
    this.source?.close();
    clearTimeout(this.later);
    const asked = [...this.page.worlds()].map(([person, { since }]) => `of=${person}${since ? `:${since}` : ""}`);
    if (asked.length === 0) return;
    this.source = new EventSource(`/feed?${asked.join("&")}`);
    this.source.addEventListener("open", () => this.stands());
    this.source.addEventListener("state", (event) => this.take(event, (world, state) => world.takeState(state)));
    this.source.addEventListener("change", (event) => this.take(event, (world, change) => world.take(change)));
    this.source.addEventListener("error", () => this.lost());
  }

  stands() {
    this.wait = FIRST_WAIT;
    this.page.connected(true);
  }

  take(event, fold) {
    const told = JSON.parse(event.data);
    const world = this.page.worlds().get(told.to);
    if (!world) return;
    world.since = event.lastEventId;
    fold(world, told);
  }

  // The browser would come back by itself, but with the address of the first time: what it has got since would
  // not stand there.
  lost() {
    this.source.close();
    this.page.connected(false);
    this.later = setTimeout(() => this.again(), this.wait);
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
  }

  async again() {
    if (await this.page.check()) this.open();
    else this.lost();
  }
}
