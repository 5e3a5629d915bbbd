/* The report of a review: the board of web/board with the games of the file; or a study. */
(() => {
  const $ = (id) => document.getElementById(id), games = JSON.parse($("data").textContent);
  const choices = (select, rows) => select.replaceChildren(...rows.map(([value, text]) =>
    new Option(text, value, false, String(value) === select.value)));
  const study = games[0]?.type === "study" ? games[0] : null, main = document.querySelector("main");
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
    $("language").setAttribute("aria-label", t("language"));
    if (study) {
      main.replaceChildren(...studyView(study));
      return;
    }
    $("note").textContent = t("reportNote");
    choices($("game"), games.map((game, i) => [i, `${t("reportGame", {n: i + 1})}: ${title(game)}`]));
    $("game").setAttribute("aria-label", t("reportGame", {n: ""}));
    board = make("outflank-board", {engine: "none"});
    main.replaceChildren(board);
    if (games.length) choose(Number($("game").value) || 0);
  }

  if (study) {
    document.adoptedStyleSheets = sheetsOf(BOARD_STYLE, PARTS_STYLE);
    document.title = $("title").textContent = study.players.join(", ");
  }
  $("game").hidden = games.length < 2;
  $("game").onchange = () => choose(Number($("game").value));
  choices($("language"), Object.entries(Texts.names));
  speak([...navigator.languages]);
  $("language").value = Texts.language;
  $("language").onchange = () => speak([$("language").value]);
  document.addEventListener("keydown", (event) => {
    if (board && event.target.tagName !== "SELECT") board.key(event);
  });
})();
