"""A whole client: opens a table with robots, or joins one by its code, and plays until the match is over."""

import argparse
import os
import sys
import uuid

import grpc
from fourth.v1 import player_service_pb2, player_service_pb2_grpc, table_service_pb2_grpc, views_pb2
from fourth.v1 import table_service_pb2 as pb
from fourth.v1.texts_pb2 import Setting


def play(address: str, code: str = "") -> views_pb2.View:
    """Makes always the first legal move; the view when all is over."""
    channel, secret = grpc.insecure_channel(address), os.urandom(32)
    me = (("authorization", f"Bearer {secret.hex()}"),)
    asked = player_service_pb2.RegisterRequest(request_id=new_id(), secret=secret, name="Example")
    player_service_pb2_grpc.PlayerServiceStub(channel).Register(asked)
    tables = table_service_pb2_grpc.TableServiceStub(channel)
    if code:
        table = tables.JoinTable(pb.JoinTableRequest(request_id=new_id(), code=code), metadata=me).table
    else:
        one_deal = [Setting(key="deals", value="1")]
        wish = pb.CreateTableRequest(request_id=new_id(), game="floating", options=one_deal, pace="PACE_NONE")
        table = tables.CreateTable(wish, metadata=me).table
        for _ in range(3):
            tables.AddRobot(pb.AddRobotRequest(request_id=new_id(), table=table), metadata=me)
        tables.StartMatch(pb.StartMatchRequest(request_id=new_id(), table=table), metadata=me)
    # Whatever the watch brings: look, and act when there is something to decide.
    for _ in tables.WatchTables(pb.WatchTablesRequest(tables=[pb.WatchedTable(table=table)]), metadata=me):
        view = tables.GetView(pb.GetViewRequest(table=table), metadata=me).view
        if view.stage in (views_pb2.STAGE_OVER, views_pb2.STAGE_CLOSED):
            return view
        if view.legal_moves:
            move, version = view.legal_moves[0], view.decision_version
            mine = pb.SubmitMoveRequest(request_id=new_id(), table=table, move=move, expected_version=version)
            tables.SubmitMove(mine, metadata=me)
    raise ConnectionError("the engine ended the watch")


def new_id() -> str:
    """The number of one request: the same request sent again under it changes nothing twice."""
    return uuid.uuid4().hex


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address", help="where the engine listens, 127.0.0.1:50400")
    parser.add_argument("code", nargs="?", default="", help="of the table to join")
    wanted = parser.parse_args()
    try:
        end = play(wanted.address, wanted.code)
    except grpc.RpcError as refused:
        sys.exit(f"the engine says: {refused.details()}")
    print(*(f"{seat.name}: {end.totals[seat.seat].points}" for seat in end.seats), sep="\n")
