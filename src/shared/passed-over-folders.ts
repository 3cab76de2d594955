/**
 * Returns true if a folder belongs to a tool or a system, as all hidden folders do: its files were not written by a
 * person.
 */
export function isToolFolder(name: string): boolean {
  return /^(?:\..*|node_modules|__pycache__|venv|target|dist|build|out)$/.test(name)
}
