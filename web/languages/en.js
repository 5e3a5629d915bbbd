/* English. Another language is a file like this one: the same names, in its own words. */
import { Texts } from "../board/texts.js";

export const en = {
  title: "Outflank",
  black: "Black", white: "White", you: "You", engineName: "Outflank {strength}",
  play: "Board", boardLabel: "Board: arrow keys move, Enter plays", players: "Players",
  gameButtons: "Game", moveButtons: "Moves", pageButtons: "Files and settings", panels: "Panels",

  // squares
  empty: "empty", legal: "legal", turns: "turns {n}", lastMove: "last move", worth: "{value}",
  notEmpty: "{square}: there is a disc.",
  noTurn: "{square}: no disc would turn.",
  notYourTurn: "It is {side}'s turn.",

  // what is said
  saidMove: "{side} {move}, turns {n}.", saidPass: "{side} has no move and passes.",
  saidTurn: "{side} to move, {n} moves.", saidTurnOne: "{side} to move, 1 move.",
  saidWin: "The game is over: {side} wins {score}.", saidDraw: "The game is over: a draw, {score}.",
  saidTime: "{side}'s time is up: {other} wins.",
  saidScore: "Black {black}, White {white}.",
  hintSaid: "Best is {move}, worth {value}.",
  nothingToUndo: "There is nothing to take back.",
  thinking: "{name} thinks",
  gameLoaded: "The game is on the board. Both sides are yours; New game plays on from here.",

  // buttons
  newGame: "New game", undo: "Undo", hint: "Hint", analyse: "Analyse", review: "Review",
  load: "Open", save: "Save", settings: "Settings", help: "Keys",
  first: "First position", back: "Back", next: "On", last: "Last position",
  close: "Close", update: "A new version is here: use it",

  // panels
  panelMoves: "Moves", panelAnalysis: "Analysis", panelReview: "Review", panelDrill: "Drill", panelOwn: "Own games",
  comment: "Comment on the last move", commented: "comment", leave: "Back to the game", stay: "Make this the game", variationDrop: "Delete {moves}",
  movesLabel: "Moves of the game", variations: "Variations", pass: "pass", noMoves: "No move yet. Black begins.",
  typeMove: "A move, a whole game or a link", typeDo: "Play",
  openingIs: "Opening: {name}.",

  // analysis
  analysisStart: "Analyse this position", analysisStop: "Stop the analysis",
  analysisOff: "Values of all moves, and of the whole game as a curve.",
  analysisBegins: "The engine begins.",
  analysisNote: "Depth {depth}, {nodes} million positions. Values are discs for the side to move.",
  overNote: "The game is over here.",
  owners: "Expected owners", stable: "stable", ownerOf: "{side} {percent} %",
  ownersNote: "Who may be expected to own each square at the end, in per cent of 64 games played out. = is a stable disc.",
  analysisTable: "Moves, best first", colMove: "move", colValue: "discs", colDepth: "depth", colLine: "line", colNote: "notes",
  exact: "exact", bookMove: "book",
  bar: "Who is ahead", blackAhead: "Black is ahead:", whiteAhead: "White is ahead:", noneAhead: "Equal:",
  graphLabel: "Values of the game: up is good for Black. The list of moves leads to the same places.",
  graphNote: "Up is good for Black. The shaded part is exact. A click shows that position.",
  explorer: "What people play", colGames: "games", colShare: "share", colPoints: "points",
  explorerFile: "Games by rating, from a file of \"outflank book dump --people\":",
  band: "{from} to {to}: {n} games, {points}", bandBelow: "below {below}: {n} games, {points}", bandFrom: "from {from}: {n} games, {points}",

  // review
  reviewDepth: "How deep", reviewQuick: "quick", reviewNormal: "normal", reviewDeep: "deep",
  reviewStart: "Review this game", reviewStop: "Stop the review", reviewAgain: "Review again",
  reviewNone: "Every move is valued and mistakes are marked: ?! inaccuracy, ? mistake, ?? blunder.",
  reviewNothing: "There is no move to review yet.",
  reviewGoes: "{known} of {n} moves are valued, from the last to the first.",
  reviewPart: "Stopped: {known} of {n} moves are valued.",
  reviewTable: "What each side gave away", colSide: "side", colGiven: "gave away", colAccuracy: "accuracy",
  reviewSum: "For Black: {start} at the start, gave {black}, was given {white}: {final}.",
  turningPoint: "Turning point: move {n}, {move} by {side}.",
  reviewMove: "Move {n}: {side} plays {move}{mark}.", reviewUnsure: "The mark is unsure.",
  reviewForced: "It is the only legal move.", reviewBest: "There is nothing better.",
  reviewLoss: "It loses {loss} discs; {best} was worth {value}.",
  missedWin: "A win was missed.", missedDraw: "A draw was missed.",
  reviewChance: "Chance {percent} %.",
  reviewLine: "Better line, {n} of {of}: {moves}.",
  betterLine: "Better line", lineBack: "Line back", nextMark: "Next mark",
  besideTitle: "Side by side, {n} plies on", besidePlayed: "As played", besideBetter: "Better",
  besideNote: "Squares that differ have a ring.", besideRegions: "empty regions", besideRegion: "{size} at {square}",
  "beside-discs": "discs", "beside-moves": "moves", "beside-corners": "corners", "beside-stable": "stable discs",
  besideLast: "moves last if nobody passes",
  marks: "Marked moves", noMarks: "No move is marked.",
  markRow: "{move} {mark} loses {loss}; better {best}",

  // drill
  drillSide: "Your side in games of two people", drillSideNone: "not said",
  drillWho: "Which side of the reviewed game is yours? Only its mistakes become drills.",
  drillFile: "Drills, problems or a state from a file:", drillAdded: "{n} new ones.", drillSave: "Save the state", drillState: "{n} answers are taken over.",
  drillMiddle: "middle", drillGrade: "Problems to add:", drillNoProblems: "The problems are not beside this page.",
  drillNoFile: "There are no drills in it. Games become drills by Open and Review, or by \"outflank review --drills\".",
  drillCompared: "Compared with {move}, which loses {loss}:",
  drillDue: "It comes again on {day}.",
  drillBestMove: "{side} to move. What is best?",
  drillNext: "Next drill", drillShow: "Show the answer",
  drillCount: "{due} due, {all} kept. Reviews of your games add your mistakes.",
  drillAsk: "{side} to move. You played {played}. What is better?",
  drillNone: "Nothing is due now.",
  drillThinks: "The engine looks at it.",
  drillWrong: "{move} loses {loss} discs. {left} tries are left.",
  drillRight: "{move} is right: it loses {loss} discs.",
  drillBest: "Best is {move}, worth {value}.",

  // new game
  opponent: "Opponent", opponentEngine: "the engine", opponentPeople: "people of a rating",
  rating: "Rating", peopleName: "A player at {rating}", loadingPeople: "The model of people is loading.",
  ratingText: "{rating}: plays what people of that rating play; 1500 is the middle of PlayOK's players. A file of 1.7 MB is loaded.",
  peopleNotInside: "The model of people is not in this file: it is on the page that a server gives.",
  peopleNotThere: "The model of people cannot be loaded. Choose a strength of the engine, or try again.",
  youPlay: "You play", playBlack: "Black", playWhite: "White", playRandom: "either", playBoth: "both sides", playWatch: "none: watch",
  strength: "Strength", easy: "easy", fair: "fair", hard: "hard", full: "full",
  strengthGives: "{strength}: gives away {loss} discs a move on average.",
  strengthFull: "20: the engine's full play.", strengthOnly: "{strength} of 20.",
  handicap: "Handicap", handicapNone: "none", handicapBlack1: "Black has 1 corner", handicapBlack2: "Black has 2 corners",
  handicapBlack3: "Black has 3 corners", handicapBlack4: "Black has 4 corners", handicapWhite1: "White has 1 corner",
  handicapWhite2: "White has 2 corners", handicapWhite3: "White has 3 corners", handicapWhite4: "White has 4 corners",
  clock: "Clock", clockNone: "none", clock1: "1 minute", clock5: "5 minutes", clock15: "15 minutes", clock30: "30 minutes",
  increment: "Seconds added per move",
  from: "Start from", fromStart: "the usual start", fromBoard: "the board as it is",
  fromXot: "a start of XOT: eight unusual moves", fromSetup: "a board that I set up",
  start: "Start",

  // set-up
  setup: "Set up a board", setupNote: "Each press of a square brings black, white, empty in turn.",
  setupTurn: "To move", setupClear: "Empty board", setupUsual: "Usual start", setupDone: "Use this board",
  setupCancel: "Cancel", setupFault: "On this board nobody has a move.",

  // open and save
  loadNote: "Paste a game, a position, a link or moves, or choose a file. You can also drop a file on the page.",
  loadText: "Game, position or link", loadFile: "Choose a file", loadDo: "Open",
  loadMany: "{n} games: choose one", loadRow: "{index}: {black} - {white} {date}", nobody: "?",
  loadEmpty: "There is nothing to open.",
  saveNote: "The game as a link, as a file, or its moves.",
  link: "Link to this position", copyLink: "Copy the link", copyMoves: "Copy the moves", copied: "Copied.",
  notCopied: "The browser does not let the page copy. Please copy it by hand.",
  saveGgf: "GGF", saveSgf: "SGF", savePgn: "PGN", saveSvg: "SVG (picture of the board)", savePng: "PNG (picture)", saveMoves: "Moves",
  saved: "{name} is saved.", savedPart: "{name} is saved without some comments or variations: it has no room for them.",

  // settings
  language: "Language", languageAuto: "as the browser",
  theme: "Colours", themeAuto: "as the system", themeLight: "light", themeDark: "dark",
  showLegal: "Show legal moves", hintsAlways: "Hints on the squares at every turn",
  seconds: "Seconds for a hint, and for a move at full strength",
  forget: "Delete what is kept here", forgetSure: "Delete your settings, your game, your drills and their answers from this browser?",
  about: "About the engine",
  aboutText: "Outflank {version}. Evaluation: {evaluation}. Book: {book}. Threads: {threads}. Everything runs on this machine; nothing is sent anywhere.",
  evaluationTrained: "trained network", evaluationClassical: "classical", yes: "yes", no: "no",

  // keys
  keysNote: "Keys, outside text fields",
  keyGrid: "Arrows, Home, End, Page Up, Page Down", keyGridDo: "on the board: go to a square; Enter or Space plays",
  keyPly: "Left, Right", keyPlyDo: "elsewhere: back and on in the game",
  keyLine: "Up, Down", keyLineDo: "elsewhere: along the better line of a review",
  keyN: "n", keyNDo: "the next marked move",
  keyU: "u", keyUDo: "undo", keyH: "h", keyHDo: "hint", keyA: "a", keyADo: "analysis on and off",
  keyL: "l", keyLDo: "say the last move", keyS: "s", keySDo: "say the score", keyHelp: "?", keyHelpDo: "this list",

  // engine
  loadingEngine: "The engine is loading.", loadingWeights: "The weights are loading: {percent} %. The classical evaluation plays until then.",
  loadingWeightsSome: "The weights are loading: {mib} MiB. The classical evaluation plays until then.",
  noEngine: "The engine cannot start: {why} The board works for two people.",
  noMove: "The engine gave no move ({move}). Undo, or start a new game from the board as it is.",
  workerLost: "The engine stopped and was started again; the game goes on.",
  classicalNow: "Without weights the classical evaluation plays, which is weaker.",
  offlineReady: "The page works offline now.",

  faultEngine: "The engine refused it.", faultAt: "character {column} was not expected.",
  problemFile: "A file of the engine cannot be used; it plays on without.",

  // the report of a review
  reportTitle: "Review", reportGame: "Game {n}", reportNote: "Keys: Left and Right go through the moves, Home and End to the ends, Down and Up along the better line, n to the next mark. The graph shows discs for Black; values on the board are for the side that moves. Proven values have =.",

  // own games, and their report
  ownWhose: "All games of one player", ownXot: "The first eight moves were drawn, as in XOT", ownStart: "Judge his moves",
  ownGoes: "{known} of {n} games are judged.", ownTrain: "Drill these mistakes",
  ownPlay: "Play people at {rating}",
  besideShort: "Side by side",
  ownSum: "{games} games: {won} won, {drawn} drawn, {lost} lost, {unfinished} not finished.",
  ownStrength: "Loses as strength {value} does ({low} to {high}).",
  ownRating: "Plays what people at {value} play (±{error}).",
  ownRatingEnd: "Plays what people at {value} play, or beyond (±{error}).",
  ownLoss: "discs lost a move", ownAll: "all", ownPhase: "moves {from} to {to}", ownLate: "20 empties and fewer",
  ownTime: "in {from} to {to} s", ownTimeMore: "in {from} s and more",
  ownErrors: "Errors of {discs} discs and more: {rate} % of moves.",
  ownCounts: "{missed_wins} missed wins, {missed_draws} missed draws, {saved_losses} lost games saved, {thrown_endings} games thrown away at 20 empties and fewer.",
  ownOpenings: "Openings", ownOpening: "opening", ownGames: "games", ownWon: "won", ownDrawn: "drawn", ownLost: "lost",
  ownFirst: "first error", ownMove: "move {n}", ownNoName: "(no name)",
  ownKinds: "What is said of the errors", ownKind: "kind", ownMistakes: "errors",
  ownAgain: "What came again", ownTimes: "{n} times, {discs} discs", ownWorst: "The moves that lost most", ownLearn: "The moves to learn from",
  ownSource: "game {game}, move {n}, {side} against {opponent}", ownPlayed: "{played} loses {loss}, {best} is best",

  // faults of input
  badPosition: "A position must have 64 squares of X, O and - and the side to move.",
  badMove: "Move {n}, '{move}': expected a square such as d3.",
  badPass: "Move {n}: a pass is legal only where there is no move.",
  illegalMove: "Move {n}, {move}, is not legal for {side}.",
  badLinkBoard: "The link's board must have 64 squares of - X O and the side to move, X or O.",
  badLinkPly: "The link's p must be a number of moves.",
  cannotRead: "This cannot be read: {why}",
  linkFault: "The link was left aside: {why}",
};

Texts.add("en", "English", en);
