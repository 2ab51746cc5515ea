/**
 * Strongly connected components of a directed graph, after Tarjan (1972). Without recursion, because the graph of a
 * pattern is deep.
 */

export interface Components {
  /** The component of each node. A component has a smaller number than the components that lead to it. */
  readonly of: readonly number[];
  readonly count: number;
}

/**
 * @param size the number of nodes; they are numbered from 0
 * @param nextOf the nodes that a node leads to; called once for each node
 */
export function stronglyConnected(
  size: number,
  nextOf: (node: number) => Iterable<number>,
): Components {
  const of = Array<number>(size).fill(-1);
  const low = Array<number>(size).fill(-1);
  const order = Array<number>(size).fill(-1);
  const stack: number[] = [];
  const path: { readonly node: number; readonly next: Iterator<number> }[] = [];
  let [discovered, count] = [0, 0];

  function discover(node: number): void {
    order[node] = low[node] = discovered++;
    stack.push(node);
    path.push({ node, next: nextOf(node)[Symbol.iterator]() });
  }

  function close(node: number): void {
    if (low[node] === order[node]) {
      for (const member of stack.splice(stack.lastIndexOf(node))) of[member] = count;
      count++;
    }
    const parent = path.at(-1)?.node;
    if (parent !== undefined) low[parent] = Math.min(low[parent]!, low[node]!);
  }

  for (let root = 0; root < size; root++) {
    if (order[root]! >= 0) continue;
    discover(root);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { value: next, done } = top.next.next();
      if (done === true) close(path.pop()!.node);
      else if (order[next]! < 0) discover(next);
      else if (of[next]! < 0) low[top.node] = Math.min(low[top.node]!, order[next]!);
    }
  }
  return { of, count };
}
