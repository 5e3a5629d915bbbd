/* 日本語 */
import { Texts } from "../board/texts.js";

export const ja = {
  title: "Outflank",
  black: "黒", white: "白", you: "あなた", engineName: "Outflank {strength}",
  play: "盤", boardLabel: "盤: 矢印キーで移動、Enterで着手", players: "対局者",
  gameButtons: "対局", moveButtons: "手順", pageButtons: "ファイルと設定", panels: "パネル",

  // squares
  empty: "空き", legal: "打てる", turns: "{n}個返る", lastMove: "直前の手", worth: "{value}",
  notEmpty: "{square}: すでに石があります。",
  noTurn: "{square}: 返る石がありません。",
  notYourTurn: "{side}の番です。",

  // what is said
  saidMove: "{side} {move}、{n}個返しました。", saidPass: "{side}は打てる所がなくパスです。",
  saidTurn: "{side}番、候補は{n}手。", saidTurnOne: "{side}番、候補は1手。",
  saidWin: "終局: {side}の勝ち、{score}。", saidDraw: "終局: 引き分け、{score}。",
  saidTime: "{side}の時間切れ: {other}の勝ち。",
  saidScore: "黒 {black}、白 {white}。",
  hintSaid: "最善は{move}、評価は{value}。",
  nothingToUndo: "戻せる手がありません。",
  thinking: "{name} が考えています",
  gameLoaded: "棋譜を読み込みました。両方の色を動かせます。「新しい対局」でここから対局できます。",

  // buttons
  newGame: "新しい対局", undo: "待った", hint: "ヒント", analyse: "解析", review: "検討",
  load: "開く", save: "保存", settings: "設定", help: "キー",
  first: "最初の局面", back: "前へ", next: "次へ", last: "最後の局面",
  close: "閉じる", update: "新しい版があります: 使う",

  // panels
  panelMoves: "棋譜", panelAnalysis: "解析", panelReview: "検討", panelDrill: "練習",
  movesLabel: "この対局の手順", variations: "変化", pass: "パス",
  noMoves: "まだ手がありません。黒から始めます。",
  typeMove: "手、棋譜、またはリンク", typeDo: "打つ",
  openingIs: "定石: {name}。",

  // analysis
  analysisStart: "この局面を解析する", analysisStop: "解析を止める",
  analysisOff: "すべての手の評価と、対局全体のグラフを表示します。",
  analysisBegins: "エンジンが考え始めます。",
  analysisNote: "深さ{depth}、{nodes}百万局面。評価は手番側から見た石差です。",
  overNote: "ここで終局です。",
  analysisTable: "手の一覧、最善から", colMove: "手", colValue: "石差", colDepth: "深さ", colLine: "読み筋", colNote: "備考",
  exact: "完全", bookMove: "ブック",
  bar: "形勢", blackAhead: "黒が優勢:", whiteAhead: "白が優勢:", noneAhead: "互角:",
  graphLabel: "対局の評価グラフ: 上ほど黒が良い。手順の一覧からも同じ局面へ移れます。",
  graphNote: "上ほど黒が良い形勢です。色の付いた範囲は完全読みです。押すとその局面を表示します。",

  // review
  reviewDepth: "深さ", reviewQuick: "速い", reviewNormal: "標準", reviewDeep: "深い",
  reviewStart: "この対局を検討する", reviewStop: "検討を止める", reviewAgain: "もう一度検討する",
  reviewNone: "すべての手を評価し、ミスに印を付けます: ?! 疑問手、? 悪手、?? 大悪手。",
  reviewNothing: "検討する手がまだありません。",
  reviewGoes: "{n}手のうち{known}手を評価しました(最後の手から順に)。",
  reviewPart: "中断: {n}手のうち{known}手を評価しました。",
  reviewTable: "それぞれの損失", colSide: "色", colGiven: "損失", colAccuracy: "正確さ",
  reviewSum: "黒から見て: 開始時{start}、黒の損失{black}、白の損失{white}、結果{final}。",
  turningPoint: "分岐点: {n}手目、{side}の{move}。",
  reviewMove: "{n}手目: {side} {move}{mark}。", reviewUnsure: "この印は確かではありません。",
  reviewForced: "打てる所はここだけです。", reviewBest: "これより良い手はありません。",
  reviewLoss: "{loss}石の損です。{best}なら{value}でした。",
  missedWin: "勝ちを逃しました。", missedDraw: "引き分けを逃しました。",
  reviewChance: "勝率{percent}%。",
  reviewLine: "より良い手順、{of}手中{n}手目: {moves}。",
  betterLine: "より良い手順", lineBack: "手順を戻る", nextMark: "次の印",
  marks: "印の付いた手", noMarks: "印の付いた手はありません。",
  markRow: "{move} {mark} {loss}石損、最善は{best}",

  // why a move is worse
  "why-corner-given": "{played}の後は{other}が隅{square}を取れますが、{best}の後は取れません。",
  "why-corner-missed": "{best}なら、二度と返されない隅を取れます。",
  "why-corner-taken": "{played}は隅を取りますが、隅だけでは勝てません。",
  "why-corner-lost": "{best}の後は{own}が隅{square}を狙えますが、{played}の後は狙えません。",
  "why-x-square": "{played}は空いている隅{square}のX打ちです。",
  "why-c-square": "{played}は空いている隅{square}のC打ちです。",
  "why-danger-zone": "{played}は、空いている辺のすぐ内側です。",
  "why-pass-missed": "{best}の後は{other}がパスになり、{own}が続けて打てます。",
  "why-pass-own": "{played}の後は、このままでは{own}の打つ所がなくなります。",
  "why-mobility-other": "{other}の打てる所: {played}の後は{worse}、{best}の後は{better}だけです。",
  "why-mobility-own": "次に{own}の打てる所: {played}の後は{worse}、{best}の後は{better}です。",
  "why-frontier": "空きに接する{own}の石: {played}の後は{worse}、{best}の後は{better}だけです。",
  "why-potential": "{own}の石に接する空き: {played}の後は{worse}、{best}の後は{better}だけです。",
  "why-stable-own": "{own}の確定石: {best}の後は{better}、{played}の後は{worse}です。",
  "why-stable-other": "{other}の確定石: {played}の後は{worse}、{best}の後は{better}です。",
  "why-edge-loose": "{played}の石は、辺に沿ってまだ返されることがあります。",
  "why-edge-stable": "{best}の石は辺の確定石になります。",
  "why-flips": "返す石: {played}は{worse}、{best}は{better}だけです。",
  "why-discs": "早い段階での{own}の石: {played}の後は{worse}、{best}の後は{better}です。",
  "why-parity": "{played}は{worse}マスの偶数領域に入ります。{best}は{better}マスの領域で、先に入った側が最後に打てます。",
  "why-kept": "{best}の後でも{other}は{played}に打てないので、{own}は後に残しておけます。",
  "why-shared": "{other}も{best}に打てます。どちらにも空いていた手です。",
  "why-people": "レート{rating}の10人のうち{better}人は{best}、{worse}人は{played}と打ちます。",

  // drill
  drillSide: "二人対局でのあなたの色", drillSideNone: "未設定",
  drillWho: "検討した対局で、あなたはどちらでしたか。その色のミスだけが練習問題になります。",
  drillFile: "ファイルから練習や問題を読む:", drillAdded: "新しいもの{n}件。",
  drillBestMove: "{side}の番です。最善手は?",
  drillNext: "次の問題", drillShow: "答えを見る",
  drillCount: "今日の問題{due}、保存{all}。対局を検討すると、ミスが追加されます。",
  drillAsk: "{side}番です。実戦は{played}でした。より良い手は?",
  drillNone: "今は問題がありません。",
  drillThinks: "エンジンが調べています。",
  drillWrong: "{move}は{loss}石の損です。あと{left}回答えられます。",
  drillRight: "{move}は正解です。損失は{loss}石。",
  drillBest: "最善は{move}、評価は{value}。後でもう一度出題します。",

  // new game
  youPlay: "あなたの色", playBlack: "黒", playWhite: "白", playRandom: "どちらか", playBoth: "両方", playWatch: "なし: 観戦",
  strength: "強さ", easy: "易しい", fair: "普通", hard: "難しい", full: "最強",
  strengthGives: "{strength}: 1手あたり平均{loss}石を損します。",
  strengthFull: "20: エンジンの全力。", strengthOnly: "強さ{strength}(最大20)。",
  handicap: "ハンデ", handicapNone: "なし", handicapBlack1: "黒に隅1つ", handicapBlack2: "黒に隅2つ",
  handicapBlack3: "黒に隅3つ", handicapBlack4: "黒に隅4つ", handicapWhite1: "白に隅1つ",
  handicapWhite2: "白に隅2つ", handicapWhite3: "白に隅3つ", handicapWhite4: "白に隅4つ",
  clock: "持ち時間", clockNone: "なし", clock1: "1分", clock5: "5分", clock15: "15分", clock30: "30分",
  increment: "1手ごとの加算(秒)",
  from: "開始局面", fromStart: "通常の初形", fromBoard: "今の盤面",
  fromXot: "XOT(珍しい8手から)", fromSetup: "自分で並べた盤面",
  start: "始める",

  // set-up
  setup: "盤面を並べる", setupNote: "マスを押すたびに、黒、白、空きの順に変わります。",
  setupTurn: "手番", setupClear: "空の盤", setupUsual: "通常の初形", setupDone: "この盤面を使う",
  setupCancel: "やめる", setupFault: "この盤面ではどちらも打てません。",

  // open and save
  loadNote: "棋譜、局面、リンク、手順を貼り付けるか、ファイルを選んでください。ファイルをページに落とすこともできます。",
  loadText: "棋譜、局面、またはリンク", loadFile: "ファイルを選ぶ", loadDo: "開く",
  loadMany: "{n}局あります: 選んでください", loadRow: "{index}: {black} - {white} {date}", nobody: "?",
  loadEmpty: "開くものがありません。",
  saveNote: "対局をリンク、ファイル、または手順として保存します。",
  link: "この局面へのリンク", copyLink: "リンクをコピー", copyMoves: "手順をコピー", copied: "コピーしました。",
  notCopied: "ブラウザがコピーを許可していません。手でコピーしてください。",
  saveGgf: "GGF", saveSgf: "SGF", savePgn: "PGN", saveSvg: "SVG(盤の画像)", saveMoves: "手順",
  saved: "{name}を保存しました。",

  // settings
  language: "言語", languageAuto: "ブラウザに合わせる",
  theme: "配色", themeAuto: "システムに合わせる", themeLight: "明るい", themeDark: "暗い",
  showLegal: "打てる所を表示する", hintsAlways: "毎回マスにヒントを表示する",
  seconds: "ヒントと全力での1手にかける秒数",
  about: "エンジンについて",
  aboutText: "Outflank {version}。評価: {evaluation}。ブック: {book}。スレッド: {threads}。すべてこの機械で動き、何も送信しません。",
  evaluationTrained: "学習済みネットワーク", evaluationClassical: "古典的評価", yes: "あり", no: "なし",

  // keys
  keysNote: "キー操作(入力欄の外)",
  keyGrid: "矢印、Home、End、Page Up、Page Down", keyGridDo: "盤の上: マスを移動、Enterかスペースで着手",
  keyPly: "左、右", keyPlyDo: "盤の外: 手順を戻る、進む",
  keyLine: "上、下", keyLineDo: "盤の外: 検討のより良い手順をたどる",
  keyN: "n", keyNDo: "次の印の付いた手",
  keyU: "u", keyUDo: "待った", keyH: "h", keyHDo: "ヒント", keyA: "a", keyADo: "解析の開始と停止",
  keyL: "l", keyLDo: "直前の手を読み上げる", keyS: "s", keySDo: "石数を読み上げる", keyHelp: "?", keyHelpDo: "この一覧",

  // engine
  loadingEngine: "エンジンを読み込んでいます。",
  loadingWeights: "重みを読み込んでいます: {percent}%。それまでは古典的評価で打ちます。",
  loadingWeightsSome: "重みを読み込んでいます: {mib} MiB。それまでは古典的評価で打ちます。",
  noEngine: "エンジンを始められません: {why} 盤は二人で使えます。",
  noMove: "エンジンが手を返しませんでした({move})。待ったをするか、今の盤面から新しい対局を始めてください。",
  workerLost: "エンジンが止まったので再開しました。対局は続きます。",
  classicalNow: "重みがないので、弱い古典的評価で打ちます。",
  offlineReady: "このページはオフラインでも使えます。",
  faultEngine: "エンジンが受け付けませんでした。", faultAt: "{column}文字目が正しくありません。",
  problemFile: "エンジンのファイルの一つが使えないので、それなしで打ちます。",

  // the report of a review
  reportTitle: "検討", reportGame: "第{n}局",
  reportNote: "キー: 左右で手順を進め、HomeとEndで両端へ、下と上でより良い手順をたどり、nで次の印へ移ります。グラフは黒から見た石差、盤上の値は打つ側から見た値です。証明された値には=が付きます。",

  // faults of input
  badPosition: "局面にはX、O、-の64マスと手番が必要です。",
  badMove: "{n}手目「{move}」: d3のようなマスが必要です。",
  badPass: "{n}手目: パスは打てる所がない時だけです。",
  illegalMove: "{n}手目{move}は{side}には打てません。",
  badLinkBoard: "リンクの盤面には-、X、Oの64マスと手番XかOが必要です。",
  badLinkPly: "リンクのpは手数でなければなりません。",
  cannotRead: "読み込めません: {why}",
  linkFault: "リンクは使えませんでした: {why}",
};

Texts.add("ja", "日本語", ja);
