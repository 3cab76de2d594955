/** Returns a name with only the characters that gateways accept: letters, digits, `_` and `-`. */
export function acceptedName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, '_')
}

/** Returns the name of a tool with its server's name as prefix; the name in a request begins with it. */
export function qualifiedName({ server, name }: { readonly server: string | null; readonly name: string }): string {
  return server === null ? name : `${server}_${name}`
}
