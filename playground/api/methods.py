"""What a method is: the world and a form in, JSON out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from playground.api.forms import Form
from playground.telegram.world import World

Method: TypeAlias = Callable[[World, Form], object]
