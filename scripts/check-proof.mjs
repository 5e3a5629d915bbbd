#!/usr/bin/env node
// Checks proofs of exact scores by "outflank solve --proof FILE"; shares no code with the program.
//
//     node scripts/check-proof.mjs FILE ...
//
// A line is a proof: BOARD SIDE; SCORE; LEAF; LOWER; UPPER. LOWER are moves by which the side to
// move reaches SCORE against every reply; UPPER are moves by which the other side holds it to that.
// Each is a tree, written from its root down. Where the side that it is for moves, the next letter
// is its move (A = a1 .. H = h1, I = a2 .. / = h8); where the other side moves, all its moves
// follow, a1 first. A position that came before in the same tree, and one of at most LEAF empty
// squares, has no letters: the first is proved by then, the second is searched here. Passes have
// none, for they are forced. Empty squares count for the winner.
import { readFileSync } from "node:fs";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const EMPTY = 0, BORDER = 3; // discs are 1 and 2: the other side is 3 - side
const DIRECTIONS = [-10, -9, -8, -1, 1, 8, 9, 10];
const at = (square) => 10 + (square >> 3) * 9 + (square & 7);

const board = new Int8Array(91); // rows of 9: one border column serves both ends
const flipped = new Int8Array(4096); // squares turned, of all moves on the way here
let nFlipped = 0;
let nLeaves = 0;

// The square of `side` that ends a row of the other's discs from `place` on; 0: there is none.
function endOf(place, step, side) {
    let p = place + step;
    if (board[p] !== 3 - side)
        return 0;
    do
        p += step;
    while (board[p] === 3 - side);
    return board[p] === side ? p : 0;
}

// Turns discs for a move of `side`; returns how many. 0: nothing was turned, it is not legal.
function turn(place, side) {
    const before = nFlipped;
    for (let d = 0; d < 8; d++) {
        const step = DIRECTIONS[d];
        const end = endOf(place, step, side);
        for (let p = end - step; end && p !== place; p -= step) {
            board[p] = side;
            flipped[nFlipped++] = p;
        }
    }
    if (nFlipped > before)
        board[place] = side;
    return nFlipped - before;
}

function undo(place, side, n) {
    board[place] = EMPTY;
    while (n--)
        board[flipped[--nFlipped]] = 3 - side;
}

function canMove(place, side) {
    for (let d = 0; d < 8; d++)
        if (endOf(place, DIRECTIONS[d], side))
            return true;
    return false;
}

const finalScore = (difference, n) => difference + (difference > 0 ? n : difference < 0 ? -n : 0);

// ---- the last empty squares, by brute force ----

// Can `side` score `target`, with `n` empty squares and so many discs more than the other side?
// Pruning: the first good move ends it; moves that leave the fewest replies come first.
function reaches(side, empties, n, difference, target, hasPassed) {
    if (n === 1)
        return reachesLast(side, empties[0], difference, target);
    let hasMoved = false;
    const order = n > 4 ? ordered(side, empties, n) : empties;
    for (let i = 0; i < order.length; i++) {
        const place = order[i], k = turn(place, side);
        if (!k)
            continue;
        hasMoved = true;
        const left = [];
        for (let j = 0; j < n; j++)
            if (empties[j] !== place)
                left.push(empties[j]);
        const after = -(difference + 2 * k + 1);
        const isReached = !reaches(3 - side, left, n - 1, after, 1 - target, false);
        undo(place, side, k);
        if (isReached)
            return true;
    }
    if (hasMoved)
        return false;
    if (hasPassed)
        return finalScore(difference, n) >= target;
    return !reaches(3 - side, empties, n, -difference, 1 - target, true);
}

function reachesLast(side, place, difference, target) {
    let k = turn(place, side);
    if (k) {
        undo(place, side, k);
        return difference + 2 * k + 1 >= target;
    }
    k = turn(place, 3 - side);
    if (k)
        undo(place, 3 - side, k);
    return (k ? difference - 2 * k - 1 : finalScore(difference, 1)) >= target;
}

function ordered(side, empties, n) {
    const moves = [];
    for (const place of empties) {
        const k = turn(place, side);
        if (!k)
            continue;
        let replies = 0;
        for (const reply of empties)
            replies += reply !== place && canMove(reply, 3 - side) ? 1 : 0;
        undo(place, side, k);
        moves.push(replies * 128 + place);
    }
    return moves.sort((a, b) => a - b).map((move) => move % 128);
}

// ---- the tree ----

class Refusal extends Error {}

// All squares with their discs, and who moves: each has a character of its own for a row.
function keyOf(side) {
    let key = String.fromCharCode(side);
    for (let row = 0; row < 8; row++) {
        let digits = 0;
        for (let column = 0; column < 8; column++)
            digits = digits * 3 + board[10 + row * 9 + column];
        key += String.fromCharCode(digits);
    }
    return key;
}

// Checks that `owner` scores `target` at least by `moves`. Throws a Refusal if not.
function checkTree(owner, side, squares, difference, target, leaf, moves, name) {
    const proved = new Set();
    let next = 0;

    const visit = (side, difference, hasPassed) => {
        const empties = squares.filter((place) => board[place] === EMPTY);
        const own = side === owner;
        const movable = empties.filter((place) => canMove(place, side));
        if (!movable.length) {
            if (!hasPassed)
                visit(3 - side, -difference, true);
            else if (finalScore(own ? difference : -difference, empties.length) < target)
                throw new Refusal(`${name}: after ${next} letters a game ends below ${target}`);
            return;
        }
        if (empties.length <= leaf) {
            nLeaves++;
            const wanted = own ? target : 1 - target;
            if (reaches(side, empties, empties.length, difference, wanted, false) !== own)
                throw new Refusal(`${name}: after ${next} letters a leaf is below ${target}`);
            return;
        }
        const key = keyOf(side);
        if (proved.has(key))
            return;
        if (own && next === moves.length)
            throw new Refusal(`${name}: the letters end before the tree does`);
        const chosen = own ? [at(LETTERS.indexOf(moves[next++]))] : movable;
        if (own && !movable.includes(chosen[0]))
            throw new Refusal(`${name}: letter ${next} is no legal move`);
        for (const place of chosen) {
            const k = turn(place, side);
            visit(3 - side, -(difference + 2 * k + 1), false);
            undo(place, side, k);
        }
        proved.add(key);
    };
    if (target > -64) // else it always holds
        visit(side, difference, false);
    if (next !== moves.length)
        throw new Refusal(`${name}: ${moves.length - next} letters are left over`);
}

// ---- lines ----

function checkLine(line) {
    const form = /^([XO-]{64}) ([XO]); ([+-]\d\d?); (\d\d?); ([\w+/]*); ([\w+/]*)$/;
    const fields = form.exec(line);
    if (!fields)
        throw new Refusal("expected BOARD SIDE; SCORE; LEAF; LOWER; UPPER");
    const side = fields[2] === "X" ? 1 : 2, score = Number(fields[3]), leaf = Number(fields[4]);
    const squares = [];
    let difference = 0;
    board.fill(BORDER);
    nFlipped = 0;
    for (let square = 0; square < 64; square++) {
        const disc = "-XO".indexOf(fields[1][square]);
        board[at(square)] = disc;
        squares.push(at(square));
        difference += disc === EMPTY ? 0 : disc === side ? 1 : -1;
    }
    checkTree(side, side, squares, difference, score, leaf, fields[5], "lower");
    checkTree(3 - side, side, squares, difference, -score, leaf, fields[6], "upper");
    return fields[3];
}

let nProved = 0, nRefused = 0, nBytes = 0;
const quiet = process.argv[2] === "--quiet";
for (const path of process.argv.slice(quiet ? 3 : 2)) {
    const lines = readFileSync(path, "latin1").split("\n");
    lines.forEach((line, index) => {
        if (!line || line[0] === "%")
            return;
        nBytes += line.length + 1;
        try {
            const score = checkLine(line);
            nProved++;
            if (!quiet)
                console.log(`${path}:${index + 1}: ${score} proved`);
        } catch (error) {
            if (!(error instanceof Refusal))
                throw error;
            nRefused++;
            console.log(`${path}:${index + 1}: REFUSED: ${error.message}`);
        }
    });
}
console.log(`${nProved} proved, ${nRefused} refused, ${nBytes} bytes, ${nLeaves} leaves searched`);
process.exitCode = nRefused || !nProved ? 1 : 0;
