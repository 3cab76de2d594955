/** Returns true if a folder belongs to a tool or a system: nobody wrote its files. Hidden ones do. */
export function isToolFolder(name: string): boolean {
  return /^(?:\..*|node_modules|__pycache__|venv|target|dist|build|out)$/.test(name)
}
