// Draws the board and turns clicks, drags and keys into chosen squares. A square is 10 units wide.

const SVG = "http://www.w3.org/2000/svg";
const CELL = 10;
/** The height of a number, in units: on a small board up to the second one. The least one that people can read, in pixels. */
const LABEL = 1.5;
const LARGEST_LABEL = 2.5;
const READABLE = 9;
/** The time of a step of a move, in milliseconds. */
const STEP = 160;

/** The crown on the upper man of a king. */
const CROWN = "M-1.7 .7l-.5-2.9 1.3 1L0-2.8l.9 1.6 1.3-1-.5 2.9z";

export function element(name, attributes = {}, parent = null) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent?.append(made);
  return made;
}

/** Draws a piece, `w`, `b`, `W` or `B`, around the origin. */
export function drawPiece(symbol, parent) {
  const side = symbol.toLowerCase() === "w" ? "white" : "black";
  const isKing = symbol !== symbol.toLowerCase();
  const piece = element("g", { class: `piece ${side}${isKing ? " king" : ""}` }, parent);
  // A king is two men, one upon the other, and the upper one has a crown.
  const [r, middles] = isKing ? [3.45, [0.6, -0.6]] : [3.7, [0]];
  for (const cy of middles) {
    element("circle", { r, cy }, piece);
    element("circle", { class: "shine", r, cy }, piece).style.fill = "url(#shine)";
  }
  if (isKing) element("path", { class: "crown", d: CROWN }, piece);
  else element("circle", { class: "ring", r: 2.7 }, piece);
  return piece;
}

export class Board {
  #layers = {};
  #drag = null;
  #cursor = 0;
  #animation = 0;

  /**
   * `onChoose(square)` is called with the number of a square that is chosen, `onCursor(square)` with that of the
   * cursor, `onThrow(square)` with that of a piece that was dragged off the board.
   */
  constructor(svg, { onChoose, onCursor, onThrow }) {
    this.svg = svg;
    Object.assign(this, { onChoose, onCursor, onThrow });
    this.isTurned = false;
    new ResizeObserver(() => this.#showLabels()).observe(svg);
    svg.addEventListener("pointerdown", (event) => this.#press(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    svg.addEventListener("pointerup", (event) => this.#release(event));
    svg.addEventListener("pointercancel", () => this.#drop());
    svg.addEventListener("keydown", (event) => this.#key(event));
    svg.addEventListener("focus", () => svg.classList.toggle("keys", svg.matches(":focus-visible")));
  }

  /**
   * Shows a position: { shape, picture, numbers, last, movable, must, chosen, targets, arrows, hinted }.
   * With `from`, the picture before the last move, that move is shown step by step.
   */
  show(scene) {
    this.scene = scene;
    this.#animation += 1;
    this.#drawSquares();
    this.#drawMarks();
    this.#drawArrows();
    const isStill = !scene.from || matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (isStill) this.#drawPieces(scene.picture);
    else this.#animate(scene.from, scene.last, this.#animation);
  }

  /** The middle of a square. */
  #middle(square) {
    const { size, squares } = this.scene.shape;
    const [row, column] = squares[square - 1];
    const place = (index) => (this.isTurned ? size - 1 - index : index) * CELL + CELL / 2;
    return { x: place(column), y: place(row) };
  }

  /** Is every square played on? */
  #isFull() {
    const { size, squares } = this.scene.shape;
    return squares.length === size * size;
  }

  #drawSquares() {
    const { shape, numbers } = this.scene;
    const key = JSON.stringify([shape, this.isTurned, numbers]);
    if (this.key === key) return;
    this.key = key;
    const width = shape.size * CELL;
    this.svg.replaceChildren();
    this.svg.setAttribute("viewBox", `0 0 ${width} ${width}`);
    element("rect", { class: "square light", width, height: width }, this.svg);
    shape.squares.forEach(([row, column], index) => {
      const { x, y } = this.#middle(index + 1);
      const corner = { x: x - CELL / 2, y: y - CELL / 2 };
      const shade = this.#isFull() && (row + column) % 2 === 0 ? "square dark even" : "square dark";
      const place = { "data-square": index + 1, ...corner, width: CELL, height: CELL };
      element("rect", { class: shade, ...place }, this.svg);
    });
    this.#drawShine();
    for (const layer of ["marks", "labels", "pieces", "arrows", "front"]) {
      this.#layers[layer] = element("g", { class: layer }, this.svg);
    }
    shape.squares.forEach((_, index) => {
      if (!numbers) return;
      const { x, y } = this.#middle(index + 1);
      const corner = `translate(${x - CELL / 2 + 0.3} ${y - CELL / 2 + 0.3})`;
      const label = element("text", { class: "label", transform: corner }, this.#layers.labels);
      label.textContent = shape.names[index];
    });
    this.#showLabels();
  }

  /** The light on a man, from the top left. */
  #drawShine() {
    const defs = element("defs", {}, this.svg);
    const shine = element("radialGradient", { id: "shine", cx: 0.35, cy: 0.3, r: 0.75 }, defs);
    element("stop", { offset: 0, "stop-color": "#fff", "stop-opacity": 0.22 }, shine);
    element("stop", { offset: 0.6, "stop-color": "#fff", "stop-opacity": 0 }, shine);
    element("stop", { offset: 1, "stop-color": "#000", "stop-opacity": 0.18 }, shine);
  }

  /** Numbers are so large that people can read them; where they would then hide the men, they are not shown. */
  #showLabels() {
    if (!this.scene) return;
    const scale = this.svg.clientWidth / (this.scene.shape.size * CELL);
    const size = Math.max(LABEL, READABLE / scale);
    this.#layers.labels.toggleAttribute("hidden", size > LARGEST_LABEL);
    for (const label of this.#layers.labels.children) {
      label.setAttribute("font-size", size);
      label.setAttribute("y", 0.73 * size);
    }
  }

  #drawMarks() {
    const { last, movable, must, chosen, targets, hinted } = this.scene;
    this.#layers.marks.replaceChildren();
    this.#layers.front.replaceChildren();
    const frame = (square, kind, parent) => {
      const { x, y } = this.#middle(square);
      const inset = kind === "cursor" ? 0.4 : 0;
      const length = CELL - 2 * inset;
      const place = { x: x - CELL / 2 + inset, y: y - CELL / 2 + inset, width: length, height: length };
      element("rect", { class: kind, ...place }, parent);
    };
    // Between the man and the number in the corner.
    const ring = (square, kind) => {
      const { x, y } = this.#middle(square);
      element("circle", { class: kind, cx: x, cy: y, r: 4.4 }, this.#layers.marks);
    };
    last?.path.forEach((square) => frame(square, "last", this.#layers.marks));
    chosen.forEach((square) => frame(square, "chosen", this.#layers.marks));
    movable.forEach((square) => ring(square, must ? "must" : "movable"));
    if (hinted) ring(hinted, "hinted");
    for (const square of targets) {
      const { x, y } = this.#middle(square);
      element("circle", { class: "target", cx: x, cy: y, r: 1.3 }, this.#layers.front);
    }
    frame(this.#cursorSquare(), "cursor", this.#layers.front);
  }

  #drawPieces(picture) {
    this.#layers.pieces.replaceChildren();
    [...picture].forEach((symbol, index) => {
      if (symbol !== ".") this.#drawPiece(symbol, index + 1);
    });
  }

  #drawPiece(symbol, square) {
    const { x, y } = this.#middle(square);
    const piece = drawPiece(symbol, this.#layers.pieces);
    piece.setAttribute("data-piece", square);
    piece.setAttribute("transform", `translate(${x} ${y})`);
  }

  #pieceOn(square) {
    return this.#layers.pieces.querySelector(`[data-piece="${square}"]`);
  }

  /** Moves the piece from square to square, and removes each captured piece as it is jumped. */
  async #animate(picture, move, number) {
    this.#drawPieces(picture);
    const piece = this.#pieceOn(move.path[0]);
    if (!piece) return this.#drawPieces(this.scene.picture);
    piece.parentNode.append(piece);
    for (let step = 1; step < move.path.length; step += 1) {
      const [from, to] = [this.#middle(move.path[step - 1]), this.#middle(move.path[step])];
      const place = ({ x, y }) => `translate(${x}px, ${y}px)`;
      await piece.animate([{ transform: place(from) }, { transform: place(to) }], STEP).finished;
      // Another position is shown meanwhile.
      if (this.#animation !== number) return;
      piece.setAttribute("transform", `translate(${to.x} ${to.y})`);
      this.#capturedBetween(from, to, move.captured).forEach((square) => this.#pieceOn(square)?.remove());
    }
    this.#drawPieces(this.scene.picture);
  }

  #capturedBetween(from, to, captured) {
    return captured.filter((square) => {
      const { x, y } = this.#middle(square);
      const isOnLine = (x - from.x) * (to.y - from.y) === (y - from.y) * (to.x - from.x);
      return isOnLine && (x - from.x) * (x - to.x) + (y - from.y) * (y - to.y) < 0;
    });
  }

  #drawArrows() {
    this.#layers.arrows.replaceChildren();
    for (const { path, kind, rank } of this.scene.arrows) {
      const points = path.map((square) => this.#middle(square));
      const [before, end] = points.slice(-2);
      const angle = Math.atan2(end.y - before.y, end.x - before.x);
      const shaft = { x: end.x - 2.6 * Math.cos(angle), y: end.y - 2.6 * Math.sin(angle) };
      const line = [...points.slice(0, -1), shaft].map(({ x, y }) => `${x},${y}`).join(" ");
      const width = Math.max(0.5, 1.5 - rank * 0.4);
      element("polyline", { class: `arrow ${kind}`, points: line, "stroke-width": width }, this.#layers.arrows);
      const turn = `translate(${end.x} ${end.y}) rotate(${(angle * 180) / Math.PI})`;
      element("path", { class: `arrow-head ${kind}`, d: "M0 0L-3.2 -1.7V1.7z", transform: turn }, this.#layers.arrows);
    }
  }

  /** The square under the pointer; null beside the dark squares. */
  #squareAt(event) {
    const box = this.svg.getBoundingClientRect();
    const { size, squares } = this.scene.shape;
    const index = (offset, length) => {
      const cell = Math.floor((offset / length) * size);
      return this.isTurned ? size - 1 - cell : cell;
    };
    const row = index(event.clientY - box.top, box.height);
    const column = index(event.clientX - box.left, box.width);
    const found = squares.findIndex(([ownRow, ownColumn]) => ownRow === row && ownColumn === column);
    return found < 0 ? null : found + 1;
  }

  #press(event) {
    const square = this.scene && event.button === 0 ? this.#squareAt(event) : null;
    if (square === null) return;
    this.#cursor = square;
    this.svg.classList.remove("keys");
    // A piece that is chosen already can be dragged; it is given up only if it is not.
    const { chosen } = this.scene;
    const isChosen = chosen.length === 1 && chosen[0] === square;
    this.#drag = { square, x: event.clientX, y: event.clientY, isMoving: false, isChosen };
    this.svg.setPointerCapture(event.pointerId);
    if (!isChosen) this.onChoose(square);
  }

  #move(event) {
    if (!this.#drag) return;
    const distance = Math.hypot(event.clientX - this.#drag.x, event.clientY - this.#drag.y);
    if (!this.#drag.isMoving && (distance < 6 || !this.scene.chosen.includes(this.#drag.square))) return;
    this.#drag.isMoving = true;
    const box = this.svg.getBoundingClientRect();
    const scale = (this.scene.shape.size * CELL) / box.width;
    const [x, y] = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
    this.#pieceOn(this.#drag.square)?.setAttribute("transform", `translate(${x} ${y})`);
  }

  #release(event) {
    const drag = this.#drag;
    this.#drop();
    if (drag?.isChosen && !drag.isMoving) this.onChoose(drag.square);
    if (!drag?.isMoving) return;
    const square = this.#squareAt(event);
    if (square === null) this.onThrow(drag.square);
    if (square !== null && square !== drag.square) this.onChoose(square);
    else this.#drawPieces(this.scene.picture);
  }

  #drop() {
    if (this.#drag?.isMoving) this.#drawPieces(this.scene.picture);
    this.#drag = null;
  }

  /** The square of the cursor. */
  get cursor() {
    return this.#cursorSquare();
  }

  #cursorSquare() {
    const count = this.scene.shape.squares.length;
    if (this.#cursor < 1 || this.#cursor > count) this.#cursor = Math.ceil(count / 2);
    return this.#cursor;
  }

  #key(event) {
    const stride = this.#isFull() ? 1 : 2;
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -stride], ArrowRight: [0, stride] };
    if (event.key === "Enter" || event.key === " ") this.onChoose(this.#cursorSquare());
    else if (event.key in steps) this.#moveCursor(...steps[event.key]);
    else return;
    this.svg.classList.add("keys");
    event.preventDefault();
    event.stopPropagation();
  }

  #moveCursor(rows, columns) {
    const sign = this.isTurned ? -1 : 1;
    const { squares } = this.scene.shape;
    const [row, column] = squares[this.#cursorSquare() - 1];
    const [toRow, toColumn] = [row + sign * rows, column + sign * columns];
    // The dark squares of the next row are shifted by one column.
    const distance = ([, other]) => Math.abs(other - toColumn);
    const inRow = squares.filter(([other]) => other === toRow);
    const nearest = inRow.sort((one, other) => distance(one) - distance(other))[0];
    if (nearest) this.#cursor = squares.indexOf(nearest) + 1;
    this.#drawMarks();
    this.onCursor(this.#cursor);
  }
}
