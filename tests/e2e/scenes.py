"""Every screen and state, by the name of its frozen position, and the picture of the visual reference that shows it."""

from __future__ import annotations

import json
from dataclasses import dataclass

from tests.plumbing.faces import FACES


@dataclass(frozen=True)
class Scene:
    name: str
    what: str
    laptop: str = ""  # the reference's picture, if there is one
    phone: str = ""
    laptop_uk: str = ""


SCENES = [
    Scene("home", "home: play now, open a table", "lobby-create.png", "lobby-phone.png"),
    Scene("guide", "how to play, card by card"),
    Scene("join", "the page behind an invite", "lobby-join.png"),
    Scene("full", "a table that is full"),
    Scene("unknown", "no such table"),
    Scene("lobby", "waiting room", "lobby-create.png", "lobby-phone.png"),
    Scene("role", "a new round: the own role is turned over"),
    Scene("roleSaboteur", "the same for a saboteur"),
    Scene("guest", "waiting room, for a guest"),
    Scene("rules", "changing the rules in the waiting room"),
    Scene("yourself", "changing the own name and face"),
    Scene("curtain", "between two people at one device"),
    Scene("return", "games to return to"),
    Scene("takeover", "a running game where a bot's seat can be taken"),
    Scene("coach", "a coached round: a hint beside the board"),
    Scene("coachRole", "the same above the role"),
    Scene("turn", "your turn, nothing chosen"),
    Scene("waiting", "somebody else's turn"),
    Scene("laid", "somebody has laid a card: the last move stays outlined"),
    Scene("thrown", "somebody has discarded"),
    Scene("spied", "somebody has looked at a goal"),
    Scene("struck", "somebody has broken your lamp"),
    Scene("helped", "somebody has repaired your pick"),
    Scene("fallen", "a rockfall has cut tunnels off"),
    Scene("found", "somebody has found the gold"),
    Scene("place", "a card is held and has a ghost on the board", "table-place.png", "phone-place.png", "table-uk.png"),
    Scene("nowhere", "a card that fits nowhere"),
    Scene("target", "choosing a player", "table-target.png", "phone-target.png"),
    Scene("map", "choosing a goal to look at"),
    Scene("looked", "what the map shows"),
    Scene("rockfall", "choosing a tunnel to bring down"),
    Scene("discard", "discarding"),
    Scene("why", "why something is not allowed"),
    Scene("broken", "with broken tools"),
    Scene("peek", "peeking at the own role", "table-peek.png"),
    Scene("long", "a long game: 80 cards"),
    Scene("twelve", "ten players, compact panels", "table-twelve.png"),
    Scene("goals", "which goal is turned first"),
    Scene("orient", "which way a stone lies"),
    Scene("draft", "sharing out the gold", "table-draft.png", "phone-all.png"),
    Scene("mines", "the Lost Mines: your turn", "lost-mines.png"),
    Scene("minesWalk", "the dwarf may walk", "lost-mines.png"),
    Scene("minesStep", "a step is aimed at"),
    Scene("minesTrap", "a trap: on which side"),
    Scene("minesStorm", "a thunderstorm"),
    Scene("minesLook", "what to look at"),
    Scene("minesLooked", "somebody's dwarf card"),
    Scene("minesPick", "which treasure to take"),
    Scene("minesRole", "a new round: the own dwarf card"),
    Scene("minesNotes", "private notes and treasures left"),
    Scene("minesNine", "nine players"),
    Scene("minesSummary", "how a round is shared out"),
    Scene("minesCrowd", "the same for nine"),
    Scene("minesOver", "the last page"),
    Scene("gate", "waiting until everybody is ready"),
    Scene("summary", "a round that the diggers won", "table-summary.png", "phone-all.png"),
    Scene("buried", "a round that the saboteurs won"),
    Scene("nobody", "a round that nobody won"),
    Scene("crowd", "a round of ten players"),
    Scene("finished", "the finished game", "lobby-finished.png"),
    Scene("rematch", "somebody wants to play again"),
    Scene("crowdOver", "the finished game of ten players, some with long names"),
    Scene("replay", "the replay, everything open", "lobby-finished.png"),
    Scene("replayOwn", "the replay from a seat's own eyes"),
    Scene("replayCrowd", "the replay of ten players at its end"),
    Scene("offline", "connection lost", "table-offline.png"),
    Scene("missed", "back again after missed moves"),
    Scene("refused", "a refused move"),
    Scene("loading", "loading", "table-loading.png"),
    Scene("empty", "deck and hand are empty"),
    Scene("away", "somebody is away, a bot stands in"),
    Scene("alone", "a bot's turn, with nobody else here"),
    Scene("clock", "somebody else's turn against the clock"),
    Scene("clockLow", "the last seconds of your turn"),
    Scene("clockHelp", "the host's clock and pauses"),
    Scene("nudge", "somebody may be reminded"),
    Scene("paused", "the game is paused"),
    Scene("talk", "saying something"),
    Scene("spoken", "somebody has said something"),
    Scene("minesTalk", "saying something in the Lost Mines"),
    Scene("duelTalk", "saying something in The Duel"),
    Scene("device", "the own seat on another device"),
    Scene("help", "rules, keys and settings"),
    Scene("leave", "leaving a running game"),
    Scene("watching", "a spectator"),
    Scene("log", "the log", "", "phone-all.png"),
    Scene("notes", "private notes"),
    Scene("duel", "The Duel: your turn", "duel.png"),
    Scene("duelKey", "a key and a door"),
    Scene("duelPay", "which troll to pay before laying"),
    Scene("duelTroll", "a troll in the way of what was laid"),
    Scene("duelClaim", "which gold to claim"),
    Scene("duelTribute", "which card a troll gets"),
    Scene("duelTokens", "a round that ended with the last token"),
    Scene("duelCards", "a round that ended with the last card"),
    Scene("duelOver", "the last page of The Duel"),
    Scene("duelAlone", "the solo game"),
    Scene("duelHazard", "hazards are drawn"),
    Scene("duelAloneOver", "the last page of the solo game"),
]

# Every card of each game and extra; the visual reference shows them all together.
SHEETS = [Scene(f"cards-{name}", f"every card: {name}") for name in json.loads(FACES.read_text(encoding="utf-8"))]
