"""The shared library: where it is, its structures and functions. Private.

The structures repeat those of include/outflank/*.h; tests/test_layout.py compares them with what a
C compiler says. ctypes lets other threads of Python run while a function of the library does.
"""
from __future__ import annotations

import ctypes
import os
import pathlib
import sys
import sysconfig
from ctypes import (CFUNCTYPE, POINTER, c_bool, c_char, c_char_p, c_double, c_float, c_int, c_int64,
                    c_size_t, c_uint8, c_uint32, c_uint64, c_void_p)
from typing import Any

from .errors import LibraryError

VERSION = "0.1.0"  # of the headers that the structures below repeat

PASS, NO_MOVE = 64, 65
MAX_MOVES, MAX_PLIES, MAX_PV, NAME_TEXT = 64, 128, 64, 256
OK, ERR_NOMEM, ERR_OPTION, ERR_DATA, ERR_BOARD, ERR_BUSY = 0, -1, -2, -3, -4, -5
GOAL_PLAY, GOAL_EXACT, GOAL_WLD = 0, 1, 2
SCORE_TOURNAMENT, SCORE_RAW = 0, 1


class CBoard(ctypes.Structure):
    _fields_ = [("player", c_uint64), ("opponent", c_uint64)]


class CPosition(ctypes.Structure):
    _fields_ = [("board", CBoard), ("turn", c_int)]


class CTextError(ctypes.Structure):
    _fields_ = [("line", c_size_t), ("column", c_size_t), ("text", c_char * 160)]


class CNote(ctypes.Structure):
    _fields_ = [("text", c_char * 512)]


class CBookError(ctypes.Structure):
    _fields_ = [("text", c_char * 512)]


class CGameMove(ctypes.Structure):
    _fields_ = [("move", c_uint8), ("has_eval", c_bool), ("has_time", c_bool),
                ("is_implied", c_bool), ("eval", c_float), ("seconds", c_float)]


class CGameClock(ctypes.Structure):
    _fields_ = [("known", c_bool), ("has_extension", c_bool), ("main_ms", c_int64),
                ("increment_ms", c_int64), ("extension_ms", c_int64)]


class CVariant(ctypes.Structure):
    _fields_ = [("holes", c_uint64), ("fewer_wins", c_bool)]


class CGame(ctypes.Structure):
    _fields_ = [("start", CPosition), ("position", CPosition), ("n_played", c_int),
                ("n_known", c_int), ("moves", CGameMove * MAX_PLIES),
                ("black", c_char * NAME_TEXT), ("white", c_char * NAME_TEXT),
                ("place", c_char * NAME_TEXT), ("date", c_char * NAME_TEXT),
                ("result", c_char * NAME_TEXT), ("clock", CGameClock * 2), ("komi", c_double),
                ("variant", CVariant)]


class CLimits(ctypes.Structure):
    _fields_ = [("has_clock", c_bool), ("clock_ms", c_int64), ("increment_ms", c_int64),
                ("byoyomi_ms", c_int64), ("byoyomi_moves", c_int), ("in_byoyomi", c_bool),
                ("move_ms", c_int64), ("nodes", c_uint64), ("depth", c_int), ("level", c_int),
                ("strict_depth", c_bool), ("has_contempt", c_bool), ("contempt_cd", c_int),
                ("draw_cd", c_int), ("infinite", c_bool), ("afresh", c_bool), ("multi_pv", c_int), ("moves", c_uint64),
                ("goal", c_int), ("has_window", c_bool), ("low", c_int), ("high", c_int)]


class CLine(ctypes.Structure):
    _fields_ = [("move", c_int), ("score", c_int), ("bound", c_int), ("depth", c_int),
                ("confidence", c_int), ("solved", c_bool), ("wld", c_bool), ("pv_length", c_int),
                ("pv", c_uint8 * MAX_PV), ("source", c_int)]


class CResult(ctypes.Structure):
    _fields_ = [("n_lines", c_int), ("lines", CLine * MAX_MOVES), ("nodes", c_uint64),
                ("time_ms", c_int64), ("stopped", c_bool), ("proved_low", c_int),
                ("proved_high", c_int), ("given_cd", c_int)]


class COptionInfo(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("help", c_char_p), ("type", c_int), ("min", c_int64),
                ("max", c_int64), ("choices", c_char_p), ("default_value", c_char_p)]


class CAnalysisLimits(ctypes.Structure):
    _fields_ = [("time_ms", c_int64), ("nodes", c_uint64), ("depth", c_int), ("exact", c_bool),
                ("n_best", c_int)]


class CForecast(ctypes.Structure):
    _fields_ = [("nodes", c_double), ("seconds", c_double), ("factor", c_double)]


class CAnalysis(ctypes.Structure):
    _fields_ = [("result", CResult), ("forecast", CForecast), ("proven_low", c_int * MAX_MOVES),
                ("proven_high", c_int * MAX_MOVES)]


class CReviewSettings(ctypes.Structure):
    _fields_ = [("depth", c_int), ("exact_empties", c_int), ("move_ms", c_int64),
                ("nodes", c_uint64)]


class CBookAnswer(ctypes.Structure):
    _fields_ = [("has_value", c_bool), ("score", c_int), ("low", c_int), ("high", c_int),
                ("n_lines", c_int), ("lines", CLine * MAX_MOVES), ("n_games", c_uint32 * MAX_MOVES),
                ("is_complete", c_bool), ("is_rounded", c_bool)]


# What ctypes calls each structure of the headers.
STRUCTURES = {
    "ofl_board": CBoard, "ofl_position": CPosition, "ofl_text_error": CTextError, "ofl_note": CNote,
    "ofl_book_error": CBookError, "ofl_game_move": CGameMove, "ofl_game_clock": CGameClock,
    "ofl_game": CGame, "ofl_limits": CLimits, "ofl_line": CLine, "ofl_result": CResult,
    "ofl_option_info": COptionInfo, "ofl_analysis_limits": CAnalysisLimits,
    "ofl_forecast": CForecast, "ofl_analysis": CAnalysis, "ofl_review_settings": CReviewSettings,
    "ofl_book_answer": CBookAnswer,
}

ANALYSIS_FN = CFUNCTYPE(None, c_void_p, POINTER(CAnalysis))
REVIEW_FN = CFUNCTYPE(c_bool, c_void_p, c_int, c_int)

# A text that the library has made stays a pointer: it must be given back.
FUNCTIONS: dict[str, Any] = {
    # board.h
    "ofl_position_start": (CPosition,),
    "ofl_board_is_valid": (c_bool, CBoard),
    "ofl_legal_moves": (c_uint64, CBoard),
    "ofl_flips": (c_uint64, CBoard, c_int),
    "ofl_is_legal": (c_bool, CBoard, c_int),
    "ofl_play": (CBoard, CBoard, c_int),
    "ofl_is_over": (c_bool, CBoard),
    "ofl_score": (c_int, CBoard, c_int),
    "ofl_stable_discs": (c_uint64, CBoard),
    "ofl_symmetry": (CBoard, CBoard, c_int),
    # notation.h
    "ofl_move_from_text": (c_int, c_char_p, c_size_t),
    # game.h
    "ofl_game_init": (None, POINTER(CGame), CPosition),
    "ofl_game_play": (c_bool, POINTER(CGame), c_int),
    "ofl_game_undo": (c_bool, POINTER(CGame)),
    "ofl_game_redo": (c_bool, POINTER(CGame)),
    "ofl_game_position_at": (CPosition, POINTER(CGame), c_int),
    "ofl_illegal_reason": (c_char_p, CBoard, c_int),
    # records.h
    "ofl_record_read": (c_bool, c_char_p, c_size_t, POINTER(CGame), POINTER(CNote),
                        POINTER(CTextError)),
    "ofl_record_write": (c_void_p, POINTER(CGame), c_char_p, POINTER(CTextError)),
    "ofl_record_rewrite": (c_void_p, POINTER(CGame), c_char_p, c_size_t, c_char_p, POINTER(CNote),
                           POINTER(CTextError)),
    "ofl_games_open": (c_void_p, c_char_p, POINTER(CTextError)),
    "ofl_games_close": (None, c_void_p),
    "ofl_games_next": (c_int, c_void_p, POINTER(CGame), POINTER(CNote), POINTER(CTextError)),
    "ofl_games_record": (c_void_p, c_void_p),
    "ofl_games_number": (c_size_t, c_void_p),
    "ofl_opening_name": (c_char_p, CBoard, c_char_p),
    "ofl_position_to_svg": (c_void_p, CPosition, c_int),
    "ofl_text_free": (None, c_void_p),
    # engine.h
    "ofl_engine_create": (c_void_p,),
    "ofl_engine_destroy": (None, c_void_p),
    "ofl_option_at": (POINTER(COptionInfo), c_size_t),
    "ofl_set_option": (c_int, c_void_p, c_char_p, c_char_p),
    "ofl_get_option": (c_char_p, c_void_p, c_char_p),
    "ofl_new_game": (None, c_void_p),
    "ofl_search": (c_int, c_void_p, CBoard, POINTER(CLimits), POINTER(CResult)),
    "ofl_stop": (None, c_void_p),
    "ofl_clear_stop": (None, c_void_p),
    "ofl_evaluate": (c_int, c_void_p, CBoard),
    "ofl_last_error": (c_char_p, c_void_p),
    "ofl_cpu_level": (c_char_p,),
    "ofl_version": (c_char_p,),
    # think.h
    "ofl_start": (c_int, c_void_p, CBoard, POINTER(CLimits)),
    "ofl_wait": (c_int, c_void_p, c_int64, POINTER(CResult)),
    "ofl_look": (None, c_void_p, POINTER(CResult)),
    # book.h
    "ofl_book_open": (c_void_p, c_char_p, POINTER(CBookError)),
    "ofl_book_close": (None, c_void_p),
    "ofl_book_count": (c_int64, c_void_p, POINTER(CBookError)),
    "ofl_book_ask": (c_int, c_void_p, CBoard, POINTER(CBookAnswer), POINTER(CBookError)),
    "ofl_choose": (c_int, c_void_p, POINTER(CGame), POINTER(CLimits), POINTER(CResult)),
    "ofl_book_take_problem": (c_char_p, c_void_p),
    "ofl_source_text": (c_char_p, c_int),
    # analysis.h
    "ofl_analyze": (c_int, c_void_p, CBoard, POINTER(CAnalysisLimits), ANALYSIS_FN, c_void_p,
                    POINTER(CAnalysis)),
    # review.h
    "ofl_review_game": (c_int, c_void_p, POINTER(CGame), POINTER(CReviewSettings), REVIEW_FN,
                        c_void_p, POINTER(c_void_p)),
    "ofl_review_free": (None, c_void_p),
    "ofl_review_write": (c_void_p, c_void_p, c_int),
}

_NAME = "liboutflank.0.dylib" if sys.platform == "darwin" else "liboutflank.so.0"


def _built_here() -> list[str]:
    """Libraries of build folders, if this package lies in Outflank's source tree. The release build
    comes first, then the newest."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    if not os.path.isfile(os.path.join(root, "include", "outflank", "engine.h")):
        return []
    build = os.path.join(root, "build")
    folders = [build]
    if os.path.isdir(build):
        folders += [os.path.join(build, name) for name in sorted(os.listdir(build))]
    found = [os.path.join(folder, "src", _NAME) for folder in folders]
    found = [path for path in found if os.path.isfile(path)]
    release = os.path.join(build, "release", "src", _NAME)
    return sorted(found, key=lambda path: (path != release, -os.path.getmtime(path)))


def _below(*prefixes: str) -> list[str]:
    """Installed libraries below these folders, which the system's linker may not know."""
    folder = sysconfig.get_config_var("MULTIARCH") or ""
    places = [os.path.join(prefix, lib, _NAME) for prefix in prefixes
              for lib in (os.path.join("lib", folder), "lib64", "lib")]
    return [path for path in places if os.path.exists(path)]


def _candidates() -> list[str]:
    """The library that this package was built or installed with, then any other."""
    own = [str(folder) for folder in pathlib.Path(__file__).resolve().parents]
    return _built_here() + _below(*own) + [_NAME] + _below("/usr/local")


def _open(path: str) -> ctypes.CDLL:
    library = ctypes.CDLL(path)
    try:
        for name, (result, *arguments) in FUNCTIONS.items():
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
    except AttributeError as reason:
        raise OSError(f"it is no liboutflank {VERSION}: {reason}") from None
    found = library.ofl_version().decode()
    if found != VERSION:
        raise OSError(f"it is version {found}, and this package needs {VERSION}")
    return library


def _load() -> tuple[Any, str]:
    named = os.environ.get("OUTFLANK_LIBRARY")
    candidates = [named] if named else _candidates()
    problems = []
    for path in candidates:
        try:
            return _open(path), path
        except OSError as reason:
            problems.append(str(reason) if str(reason).startswith(path) else f"{path}: {reason}")
    what = "OUTFLANK_LIBRARY" if named else "the shared library liboutflank"
    raise LibraryError(f"{what} cannot be used: {'; '.join(problems)}. Build Outflank, install it, or "
                       "set OUTFLANK_LIBRARY to the file")


lib, library_path = _load()


def version() -> str:
    """The version of the library, such as "0.1.0"."""
    return text_of(lib.ofl_version())


def cpu_level() -> str:
    """The level of CPU instructions in use: "generic", "baseline", "avx2" or "avx512"."""
    return text_of(lib.ofl_cpu_level())


def text_of(data: bytes) -> str:
    """A text of the library."""
    return data.decode("utf-8", "replace")


def take_text(pointer: Any) -> str | None:
    """A text that the library made for us, which is given back; None without memory."""
    if not pointer:
        return None
    try:
        return text_of(ctypes.string_at(pointer))
    finally:
        lib.ofl_text_free(pointer)


def bytes_of(text: str | bytes | os.PathLike[str], what: str) -> bytes:
    """A word for the library, which ends at the first NUL."""
    data = os.fsencode(text)
    if b"\0" in data:
        raise ValueError(f"{what}: expected a text without NUL, found {text!r}")
    return data
