/* Français. */
import { Texts } from "../board/texts.js";

export const fr = {
  title: "Outflank",
  black: "Noir", white: "Blanc", you: "Vous", engineName: "Outflank {strength}",
  play: "Othellier", boardLabel: "Othellier : les flèches déplacent, Entrée joue", players: "Joueurs",
  gameButtons: "Partie", moveButtons: "Coups", pageButtons: "Fichiers et réglages", panels: "Panneaux",

  // squares
  empty: "vide", legal: "jouable", turns: "retourne {n}", lastMove: "dernier coup", worth: "{value}",
  notEmpty: "{square} : il y a déjà un pion.",
  noTurn: "{square} : aucun pion ne serait retourné.",
  notYourTurn: "C'est à {side} de jouer.",

  // what is said
  saidMove: "{side} {move}, retourne {n}.", saidPass: "{side} ne peut pas jouer et passe.",
  saidTurn: "Trait à {side}, {n} coups.", saidTurnOne: "Trait à {side}, 1 coup.",
  saidWin: "La partie est finie : {side} gagne {score}.", saidDraw: "La partie est finie : nulle, {score}.",
  saidTime: "Temps écoulé pour {side} : {other} gagne.",
  saidScore: "Noir {black}, Blanc {white}.",
  hintSaid: "Le meilleur coup est {move}, il vaut {value}.",
  nothingToUndo: "Il n'y a rien à reprendre.",
  thinking: "{name} réfléchit",
  gameLoaded: "La partie est sur l'othellier. Les deux camps sont à vous ; Nouvelle partie continue d'ici.",

  // buttons
  newGame: "Nouvelle partie", undo: "Reprendre", hint: "Conseil", analyse: "Analyser", review: "Revoir",
  load: "Ouvrir", save: "Garder", settings: "Réglages", help: "Touches",
  first: "Première position", back: "Précédent", next: "Suivant", last: "Dernière position",
  close: "Fermer", update: "Une nouvelle version est là : l'utiliser",

  // panels
  panelMoves: "Coups", panelAnalysis: "Analyse", panelReview: "Revue", panelDrill: "Exercices",
  movesLabel: "Coups de la partie", variations: "Variantes", pass: "passe",
  noMoves: "Aucun coup joué. Noir commence.",
  typeMove: "Un coup, une partie entière ou un lien", typeDo: "Jouer",
  openingIs: "Ouverture : {name}.",

  // analysis
  analysisStart: "Analyser cette position", analysisStop: "Arrêter l'analyse",
  analysisOff: "La valeur de chaque coup, et celle de toute la partie en courbe.",
  analysisBegins: "Le moteur commence.",
  analysisNote: "Profondeur {depth}, {nodes} millions de positions. Valeurs en pions pour le camp au trait.",
  overNote: "La partie est finie ici.",
  analysisTable: "Coups, le meilleur d'abord", colMove: "coup", colValue: "pions", colDepth: "prof.",
  colLine: "suite", colNote: "notes",
  exact: "exact", bookMove: "bibliothèque",
  bar: "Qui mène", blackAhead: "Noir mène :", whiteAhead: "Blanc mène :", noneAhead: "Égalité :",
  graphLabel: "Valeurs de la partie : vers le haut, c'est bon pour Noir. La liste des coups mène aux mêmes endroits.",
  graphNote: "Vers le haut, c'est bon pour Noir. La partie ombrée est exacte. Un clic montre la position.",

  // review
  reviewDepth: "Profondeur", reviewQuick: "rapide", reviewNormal: "normale", reviewDeep: "approfondie",
  reviewStart: "Revoir cette partie", reviewStop: "Arrêter la revue", reviewAgain: "Revoir encore",
  reviewNone: "Chaque coup reçoit une valeur et les fautes sont marquées : ?! imprécision, ? faute, ?? grosse faute.",
  reviewNothing: "Il n'y a pas encore de coup à revoir.",
  reviewGoes: "{known} coups sur {n} sont évalués, du dernier au premier.",
  reviewPart: "Arrêt : {known} coups sur {n} sont évalués.",
  reviewTable: "Ce que chaque camp a perdu", colSide: "camp", colGiven: "perdu", colAccuracy: "précision",
  reviewSum: "Pour Noir : {start} au début, a perdu {black}, a reçu {white} : {final}.",
  turningPoint: "Tournant : coup {n}, {move} de {side}.",
  reviewMove: "Coup {n} : {side} joue {move}{mark}.", reviewUnsure: "La marque n'est pas sûre.",
  reviewForced: "C'est le seul coup possible.", reviewBest: "Il n'y a rien de mieux.",
  reviewLoss: "Perte : {loss} pions ; {best} valait {value}.",
  missedWin: "Une victoire a été manquée.", missedDraw: "Une nulle a été manquée.",
  reviewChance: "Chances {percent} %.",
  reviewLine: "Meilleure suite, {n} sur {of} : {moves}.",
  betterLine: "Meilleure suite", lineBack: "Suite arrière", nextMark: "Marque suivante",
  marks: "Coups marqués", noMarks: "Aucun coup n'est marqué.",
  markRow: "{move} {mark} perd {loss} ; mieux : {best}",

  // why a move is worse
  "why-corner-given": "Après {played}, {other} peut prendre le coin {square} ; après {best}, non.",
  "why-corner-missed": "{best} prend le coin, qui ne sera plus jamais retourné.",
  "why-corner-taken": "{played} prend un coin ; un coin seul ne gagne pas.",
  "why-corner-lost": "Après {best}, {own} menace de prendre le coin {square} ; après {played}, non.",
  "why-x-square": "{played} est la case X du coin vide {square}.",
  "why-c-square": "{played} est une case C du coin vide {square}.",
  "why-danger-zone": "{played} est sur la rangée voisine d'un bord encore vide : une passerelle.",
  "why-pass-missed": "Après {best}, {other} doit passer et {own} rejoue.",
  "why-pass-own": "Après {played}, {own} n'a plus de coup si rien ne change.",
  "why-mobility-other": "Coups possibles de {other} : {worse} après {played}, {better} seulement après {best}.",
  "why-mobility-own": "Coups suivants de {own} : {worse} après {played}, {better} après {best}.",
  "why-frontier": "Pions de {own} au contact de cases vides : {worse} après {played}, {better} seulement après {best}.",
  "why-potential": "Cases vides au contact de pions de {own} : {worse} après {played}, {better} seulement après {best}.",
  "why-stable-own": "Pions définitifs prouvés de {own} : {better} après {best}, {worse} après {played}.",
  "why-stable-other": "Pions définitifs prouvés de {other} : {worse} après {played}, {better} après {best}.",
  "why-edge-loose": "Le pion en {played} peut encore être retourné le long du bord.",
  "why-edge-stable": "Le pion en {best} est définitif sur le bord.",
  "why-flips": "Pions retournés : {worse} par {played}, {better} seulement par {best}.",
  "why-discs": "Pions de {own} si tôt : {worse} après {played}, {better} après {best}.",
  "why-parity": "{played} entre dans une région paire de {worse} cases vides ; {best} dans une de {better}, où qui commence peut jouer en dernier.",
  "why-kept": "{other} ne peut pas jouer {played}, même après {best} : {own} peut le garder pour plus tard.",
  "why-shared": "{other} peut aussi jouer {best} : ce coup était libre pour les deux.",
  "why-people": "Sur 10 joueurs à {rating}, {better} voient {best} et {worse} jouent {played}.",

  // drill
  drillSide: "Votre camp dans les parties à deux", drillSideNone: "non dit",
  drillWho: "Quel camp de la partie revue est le vôtre ? Seules ses fautes deviennent des exercices.",
  drillFile: "Exercices ou problèmes d'un fichier :", drillAdded: "{n} nouveaux.",
  drillBestMove: "{side} joue. Quel est le meilleur coup ?",
  drillNext: "Exercice suivant", drillShow: "Montrer la réponse",
  drillCount: "{due} à faire, {all} gardés. Les revues de vos parties ajoutent vos fautes.",
  drillAsk: "Trait à {side}. Vous avez joué {played}. Qu'y a-t-il de mieux ?",
  drillNone: "Rien à faire pour le moment.",
  drillThinks: "Le moteur regarde.",
  drillWrong: "{move} perd {loss} pions. Il reste {left} essais.",
  drillRight: "{move} est juste : perte de {loss} pions.",
  drillBest: "Le meilleur coup est {move}, il vaut {value}. L'exercice reviendra.",

  // new game
  youPlay: "Vous jouez", playBlack: "Noir", playWhite: "Blanc", playRandom: "au hasard",
  playBoth: "les deux camps", playWatch: "aucun : regarder",
  strength: "Force", easy: "facile", fair: "moyen", hard: "difficile", full: "totale",
  strengthGives: "{strength} : perd {loss} pions par coup en moyenne.",
  strengthFull: "20 : toute la force du moteur.", strengthOnly: "{strength} sur 20.",
  handicap: "Handicap", handicapNone: "aucun", handicapBlack1: "Noir a 1 coin", handicapBlack2: "Noir a 2 coins",
  handicapBlack3: "Noir a 3 coins", handicapBlack4: "Noir a 4 coins", handicapWhite1: "Blanc a 1 coin",
  handicapWhite2: "Blanc a 2 coins", handicapWhite3: "Blanc a 3 coins", handicapWhite4: "Blanc a 4 coins",
  clock: "Pendule", clockNone: "aucune", clock1: "1 minute", clock5: "5 minutes", clock15: "15 minutes", clock30: "30 minutes",
  increment: "Secondes ajoutées par coup",
  from: "Départ", fromStart: "position normale", fromBoard: "l'othellier tel qu'il est",
  fromXot: "un départ XOT : huit coups inhabituels", fromSetup: "une position que je place",
  start: "Commencer",

  // set-up
  setup: "Placer une position", setupNote: "Chaque appui sur une case donne noir, blanc, vide, tour à tour.",
  setupTurn: "Trait", setupClear: "Othellier vide", setupUsual: "Position normale", setupDone: "Utiliser cette position",
  setupCancel: "Annuler", setupFault: "Dans cette position personne ne peut jouer.",

  // open and save
  loadNote: "Collez une partie, une position, un lien ou des coups, ou choisissez un fichier. On peut aussi déposer un fichier sur la page.",
  loadText: "Partie, position ou lien", loadFile: "Choisir un fichier", loadDo: "Ouvrir",
  loadMany: "{n} parties : choisissez-en une", loadRow: "{index} : {black} - {white} {date}", nobody: "?",
  loadEmpty: "Il n'y a rien à ouvrir.",
  saveNote: "La partie sous forme de lien, de fichier, ou ses coups.",
  link: "Lien vers cette position", copyLink: "Copier le lien", copyMoves: "Copier les coups", copied: "Copié.",
  notCopied: "Le navigateur ne laisse pas la page copier. Copiez à la main.",
  saveGgf: "GGF", saveSgf: "SGF", savePgn: "PGN", saveSvg: "SVG (image de l'othellier)", saveMoves: "Coups",
  saved: "{name} est enregistré.",

  // settings
  language: "Langue", languageAuto: "celle du navigateur",
  theme: "Couleurs", themeAuto: "comme le système", themeLight: "claires", themeDark: "sombres",
  showLegal: "Montrer les coups possibles", hintsAlways: "Conseils sur les cases à chaque tour",
  seconds: "Secondes pour un conseil, et pour un coup à pleine force",
  about: "À propos du moteur",
  aboutText: "Outflank {version}. Évaluation : {evaluation}. Bibliothèque : {book}. Fils : {threads}. Tout se passe sur cette machine ; rien n'est envoyé.",
  evaluationTrained: "réseau entraîné", evaluationClassical: "classique", yes: "oui", no: "non",

  // keys
  keysNote: "Touches, hors des champs de texte",
  keyGrid: "Flèches, Début, Fin, Page préc., Page suiv.", keyGridDo: "sur l'othellier : aller à une case ; Entrée ou Espace joue",
  keyPly: "Gauche, Droite", keyPlyDo: "ailleurs : reculer et avancer dans la partie",
  keyLine: "Haut, Bas", keyLineDo: "ailleurs : le long de la meilleure suite d'une revue",
  keyN: "n", keyNDo: "le coup marqué suivant",
  keyU: "u", keyUDo: "reprendre", keyH: "h", keyHDo: "conseil", keyA: "a", keyADo: "analyse oui ou non",
  keyL: "l", keyLDo: "dire le dernier coup", keyS: "s", keySDo: "dire le score", keyHelp: "?", keyHelpDo: "cette liste",

  // engine
  loadingEngine: "Le moteur se charge.",
  loadingWeights: "Les poids se chargent : {percent} %. L'évaluation classique joue en attendant.",
  loadingWeightsSome: "Les poids se chargent : {mib} Mio. L'évaluation classique joue en attendant.",
  noEngine: "Le moteur ne peut pas démarrer : {why} L'othellier marche à deux joueurs.",
  noMove: "Le moteur n'a pas donné de coup ({move}). Reprenez, ou commencez une partie depuis cet othellier.",
  workerLost: "Le moteur s'est arrêté et a redémarré ; la partie continue.",
  classicalNow: "Sans poids, c'est l'évaluation classique qui joue, plus faible.",
  offlineReady: "La page marche maintenant hors ligne.",
  faultEngine: "Le moteur l'a refusé.", faultAt: "le caractère {column} n'était pas attendu.",
  problemFile: "Un fichier du moteur est inutilisable ; il joue sans.",

  // the report of a review
  reportTitle: "Revue", reportGame: "Partie {n}",
  reportNote: "Touches : Gauche et Droite parcourent les coups, Début et Fin vont aux bouts, Bas et Haut suivent la meilleure suite, n va à la marque suivante. La courbe compte les pions pour Noir ; les valeurs sur l'othellier sont pour le camp au trait. Les valeurs prouvées portent =.",

  // faults of input
  badPosition: "Une position doit avoir 64 cases X, O et - et le camp au trait.",
  badMove: "Coup {n}, '{move}' : une case comme d3 était attendue.",
  badPass: "Coup {n} : on ne passe que si aucun coup n'est possible.",
  illegalMove: "Coup {n}, {move} : interdit pour {side}.",
  badLinkBoard: "L'othellier du lien doit avoir 64 cases - X O et le camp au trait, X ou O.",
  badLinkPly: "Le p du lien doit être un nombre de coups.",
  cannotRead: "Lecture impossible : {why}",
  linkFault: "Le lien est laissé de côté : {why}",
};

Texts.add("fr", "Français", fr);
