/* The report of a review: the board of web/board with the games of the file; or a study. */
(() => {
  const $ = (id) => document.getElementById(id), games = JSON.parse($("data").textContent);
  const choices = (select, rows) => select.replaceChildren(...rows.map(([value, text]) =>
    new Option(text, value, false, String(value) === select.value)));
  let board = null;

  const title = (game) => `${game.black || t("black")} - ${game.white || t("white")}, ` +
    `${Board.count(game.to, "X")}-${Board.count(game.to, "O")}`;

  function choose(index) {
    const game = games[index];
    $("title").textContent = title(game);
    document.title = `${t("reportTitle")}: ${title(game)}`;
    board.review = game;
  }

  /* A new board, for words are set when one is made. */
  function speak(codes) {
    document.documentElement.lang = Texts.use(codes);
    $("note").textContent = t("reportNote");
    choices($("game"), games.map((game, i) => [i, `${t("reportGame", {n: i + 1})}: ${title(game)}`]));
    $("game").setAttribute("aria-label", t("reportGame", {n: ""}));
    $("language").setAttribute("aria-label", t("language"));
    board = make("outflank-board", {engine: "none"});
    document.querySelector("main").replaceChildren(board);
    if (games.length) choose(Number($("game").value) || 0);
  }

  if (games[0]?.type === "study") {
    document.adoptedStyleSheets = sheetsOf(BOARD_STYLE, PARTS_STYLE);
    document.title = $("title").textContent = games[0].players.join(", ");
    document.querySelector("main").append(...Study(games[0]));
    $("game").hidden = $("language").hidden = true;
    return;
  }
  $("game").hidden = games.length < 2;
  $("game").onchange = () => choose(Number($("game").value));
  choices($("language"), Object.entries(Texts.names));
  speak([...navigator.languages]);
  $("language").value = Texts.language;
  $("language").onchange = () => speak([$("language").value]);
  document.addEventListener("keydown", (event) => {
    if (event.target.tagName !== "SELECT") board.key(event);
  });
})();
