/** Changes a text only where it differs: a screen reader reads every change aloud. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
