(() => {
  const $ = (id) => document.getElementById(id);
  Board.create($("board"));
  const games = JSON.parse($("data").textContent);
  const MARKS = {inaccuracy: "?!", mistake: "?", blunder: "??"};
  let game, steps, at, lineAt;

  const signed = (v) => (v > 0 ? "+" : "") + v;
  /* Exact values are whole; an estimate has a decimal place, and -0.04 is 0.0. */
  const valueText = (v, exact) => (exact && v % 1 === 0 ? signed(v + 0)
    : Math.abs(v) < 0.05 ? "0.0" : signed(v.toFixed(1)));
  const capital = (word) => word[0].toUpperCase() + word.slice(1);
  const sideOf = (position) => (position[65] === "X" ? "black" : "white");
  const playerName = (g, side) => g[side] || capital(side);

  /* Positions before each move and the last one, with Black's values. */
  function stepsOf(g) {
    const list = g.plies.map((p) => ({position: p.position, move: p,
      value: p.black, exact: p.best_exact, mark: MARKS[p.grade] || ""}));
    const last = g.plies[g.plies.length - 1];
    list.push({position: g.to, move: null, value: g.final, exact: last ? last.score_exact : g.over,
      mark: ""});
    return list;
  }

  function sentence(step) {
    const move = step.move;
    if (!move) {
      const over = game.over ? "The game is over" : "Here the game was left";
      return `${over}: ${Board.count(game.to, "X")}-${Board.count(game.to, "O")}, ` +
        `${valueText(step.value, step.exact)} for Black.`;
    }
    let text = `Move ${move.number}: ${capital(move.side)} plays ${move.played}` +
      `${MARKS[move.grade] ? " " + MARKS[move.grade] : ""}${move.grade && !move.sure ? " (unsure)" : ""}`;
    if (move.loss > 0)
      text += `, which loses ${move.loss} disc${move.loss === 1 ? "" : "s"}; ` +
        `${move.best} was worth ${valueText(move.best_score, move.best_exact)}, ` +
        `${move.played} is worth ${valueText(move.score, move.score_exact)} for ${capital(move.side)}`;
    if (move.missed_win) text += ". A win was missed";
    if (move.missed_draw) text += ". A draw was missed";
    return text + `. Chance ${Math.round(100 * move.chance)} %.`;
  }

  function show() {
    const step = steps[at], move = step.move, marks = {}, arrows = [];
    let position = step.position, last = -1, status = sentence(step);
    const before = at > 0 ? steps[at - 1].move : null;
    if (before) last = Board.square(before.played);
    if (move && lineAt > 0) {
      const shown = move.line.slice(0, lineAt);
      for (const name of shown) position = Board.play(position, name);
      const squares = shown.filter((name) => name !== "pass").map(Board.square);
      for (let i = 1; i < squares.length; i++) arrows.push([squares[i - 1], squares[i]]);
      last = squares.length ? squares[squares.length - 1] : -1;
      status = `Better line, ${lineAt} of ${move.line.length}: ${shown.join(" ")}.`;
    } else if (move) {
      if (move.best !== move.played && move.best !== "pass" && move.loss > 0)
        marks[Board.square(move.best)] = ["better", valueText(move.best_score, move.best_exact)];
      marks[Board.square(move.played)] = ["played", valueText(move.score, move.score_exact)];
    }
    Board.show($("board"), position, marks, arrows, last);
    $("board").setAttribute("aria-label", `Board before move ${move ? move.number : "none"}: ` +
      `Black ${Board.count(position, "X")}, White ${Board.count(position, "O")}, ` +
      `${sideOf(position)} to move`);
    $("status").textContent = status;
    $("why").replaceChildren(...(move && lineAt === 0 ? move.why || [] : []).map((reason) => {
      const item = document.createElement("li");
      item.textContent = reason.text;
      return item;
    }));
    $("line").setAttribute("aria-pressed", lineAt > 0);
    $("line").disabled = !move || !move.line.length;
    Graph.move($("graph"), at, steps.length - 1);
    for (const button of document.querySelectorAll("#moves button")) {
      const is = Number(button.dataset.at) === at;
      if (is) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
      if (is) {
        const list = $("moves"), top = button.offsetTop - list.offsetTop;
        if (top < list.scrollTop || top + button.offsetHeight > list.scrollTop + list.clientHeight)
          list.scrollTop = top - list.clientHeight / 2;
      }
    }
  }

  function go(index) {
    at = Math.max(0, Math.min(steps.length - 1, index));
    lineAt = 0;
    show();
  }

  function alongLine(by) {
    const move = steps[at].move;
    if (!move) return;
    lineAt = Math.max(0, Math.min(move.line.length, lineAt + by));
    show();
  }

  function nextMark() {
    for (let i = 1; i <= steps.length; i++) {
      const index = (at + i) % steps.length;
      if (steps[index].mark) return go(index);
    }
  }

  function cell(row, text, head) {
    const node = document.createElement(head ? "th" : "td");
    node.textContent = text;
    row.append(node);
  }

  function summary() {
    const table = document.createElement("table");
    const head = table.createTHead().insertRow(), body = table.createTBody();
    for (const text of ["", "gave away", "accuracy", "??", "?", "?!", "missed wins"])
      cell(head, text, true);
    for (const side of ["black", "white"]) {
      const sum = game.summary[side], row = body.insertRow();
      cell(row, `${capital(side)}${game[side] ? ", " + game[side] : ""}`, true);
      for (const value of [sum.given, Math.round(sum.accuracy), sum.counts.blunder,
        sum.counts.mistake, sum.counts.inaccuracy, sum.missed_wins]) cell(row, value, false);
    }
    const note = document.createElement("p");
    const {black, white} = game.summary, turning = game.turning_point;
    const parts = [];
    if (game.opening) parts.push(`Opening: ${game.opening.en}.`);
    parts.push(`For Black: ${signed(game.start)} at the start, gave ${black.given}, was given ` +
      `${white.given}: ${signed(game.final)}.`);
    const move = game.plies.find((p) => p.ply === turning);
    if (turning !== null && move)
      parts.push(`Turning point: move ${move.number}, ${move.played} by ${capital(move.side)}.`);
    note.textContent = parts.join(" ");
    $("summary").replaceChildren(table, note);
  }

  function moveList() {
    $("moves").replaceChildren(...steps.map((step, index) => {
      const item = document.createElement("li"), button = document.createElement("button");
      const move = step.move;
      button.dataset.at = index;
      button.textContent = move ? `${move.number} ` : "end";
      if (move) {
        const disc = document.createElement("span");
        disc.className = `disc ${move.side}`;
        button.append(disc, ` ${move.played} ${step.mark}`);
        button.className = move.grade || "";
        button.setAttribute("aria-label", sentence(step));
      }
      button.onclick = () => go(index);
      item.append(button);
      return item;
    }));
  }

  function choose(index) {
    game = games[index];
    steps = stepsOf(game);
    const text = `${playerName(game, "black")} - ${playerName(game, "white")}, ` +
      `${Board.count(game.to, "X")}-${Board.count(game.to, "O")}`;
    $("title").textContent = text;
    document.title = `Review: ${text}`;
    Graph.draw($("graph"), steps, go);
    summary();
    moveList();
    go(0);
  }

  const KEYS = {ArrowRight: () => go(at + 1), ArrowLeft: () => go(at - 1), Home: () => go(0),
    End: () => go(steps.length - 1), ArrowDown: () => alongLine(1), ArrowUp: () => alongLine(-1),
    n: nextMark};
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "SELECT") return;
    const action = KEYS[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  $("first").onclick = KEYS.Home;
  $("back").onclick = KEYS.ArrowLeft;
  $("next").onclick = KEYS.ArrowRight;
  $("end").onclick = KEYS.End;
  $("line").onclick = KEYS.ArrowDown;
  $("mark").onclick = nextMark;
  games.forEach((g, index) => {
    const option = document.createElement("option");
    option.value = index;
    option.textContent = `${index + 1}: ${playerName(g, "black")} - ${playerName(g, "white")}`;
    $("game").append(option);
  });
  $("chooser").hidden = games.length < 2;
  $("game").onchange = () => choose(Number($("game").value));
  if (games.length) choose(0);
})();
