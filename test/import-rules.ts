/** A source file with the data that import rules need. Paths are relative to `src/`. */
export interface Importing {
  readonly path: string
  /** Imports of our own files, types included. */
  readonly own: readonly string[]
}

/** A layer of folders or files, and the paths it may import besides npm packages. */
export interface Layer {
  readonly holds: readonly string[]
  readonly mayImport: readonly string[]
}

/**
 * Import circles among `files`, one per strongly connected component, each as the shortest closed path through its first
 * file: `a -> b -> a`. Imports of files that are not in the list are ignored.
 */
export function importCircles(files: readonly Importing[]): readonly string[] {
  const graph = new Map<string, readonly string[]>()
  const paths = new Set(files.map(({ path }) => path))
  for (const { path, own } of files)
    graph.set(
      path,
      own.filter((name) => paths.has(name)),
    )
  return components(graph)
    .map((component) => closedPath(graph, component))
    .filter((path) => path !== null)
    .map((path) => path.join(' -> '))
    .sort()
}

/** Tarjan's strongly connected components. Each file is visited once, without recursion. */
function components(graph: ReadonlyMap<string, readonly string[]>): readonly ReadonlySet<string>[] {
  const found: Set<string>[] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const isOpen = new Set<string>()
  for (const root of graph.keys()) {
    if (order.has(root)) continue
    const path = [enter(root)]
    while (path.length > 0) {
      const step = path[path.length - 1]
      if (step === undefined) break
      const next = step.rest.next()
      if (next.done !== true) {
        if (!order.has(next.value)) path.push(enter(next.value))
        else if (isOpen.has(next.value)) lower(step.file, order.get(next.value))
        continue
      }
      path.pop()
      const before = path[path.length - 1]
      if (before !== undefined) lower(before.file, lowest.get(step.file))
      if (lowest.get(step.file) === order.get(step.file)) found.push(close(step.file))
    }
  }
  return found

  function enter(file: string) {
    order.set(file, order.size)
    lowest.set(file, order.size - 1)
    open.push(file)
    isOpen.add(file)
    return { file, rest: (graph.get(file) ?? [])[Symbol.iterator]() }
  }
  function lower(file: string, to: number | undefined): void {
    lowest.set(file, Math.min(lowest.get(file) ?? 0, to ?? 0))
  }
  function close(first: string): Set<string> {
    const component = new Set(open.splice(open.indexOf(first)))
    for (const file of component) isOpen.delete(file)
    return component
  }
}

/** The shortest path inside a component from its first file back to it; null for a file that is in no circle. */
function closedPath(
  graph: ReadonlyMap<string, readonly string[]>,
  component: ReadonlySet<string>,
): readonly string[] | null {
  const [start] = [...component].sort()
  if (start === undefined) return null
  const from = new Map<string, string>()
  const line = [start]
  for (const file of line) {
    for (const next of graph.get(file) ?? []) {
      if (next === start) return [...backTo(start, file, from), start]
      if (!component.has(next) || from.has(next)) continue
      from.set(next, file)
      line.push(next)
    }
  }
  return null
}

function backTo(start: string, end: string, from: ReadonlyMap<string, string>): readonly string[] {
  const path = [end]
  for (let file = end; file !== start; ) {
    file = from.get(file) ?? start
    path.unshift(file)
  }
  return path
}

/** Imports that a file's layer does not allow, and files in `folder` that no layer holds. */
export function layerOffenders(
  files: readonly Importing[],
  folder: string,
  layers: readonly Layer[],
): readonly string[] {
  return files
    .filter(({ path }) => path.startsWith(folder))
    .flatMap(({ path, own }) => {
      const layer = layers.find(({ holds }) => holds.some((place) => path.startsWith(place)))
      if (layer === undefined) return [`${path}: is in no layer`]
      return own
        .filter((name) => !layer.mayImport.some((place) => name.startsWith(place)))
        .map((name) => `${path}: ${name}`)
    })
}
