import { posix } from 'node:path'
import { walkXml } from '../../xml-walk.ts'

/** A link from one part of an office file to another. */
export interface PackageLink {
  /** Last part of the link's type, such as `slide` or `notesSlide`. */
  readonly kind: string
  /** Name of the part in the archive. */
  readonly part: string
}

/**
 * Returns the links of an office part by their ids, without those that leave the archive. `part` is the part they
 * belong to.
 */
export function packageLinks(part: string, xml: string): ReadonlyMap<string, PackageLink> {
  const links = new Map<string, PackageLink>()
  walkXml(xml, {
    open: (name, attributes) => {
      if (name !== 'Relationship') return
      const values = attributes()
      const [id, target] = [values.get('Id'), values.get('Target')]
      if (id === undefined || target === undefined || values.get('TargetMode') === 'External') return
      const kind = (values.get('Type') ?? '').split('/').at(-1) ?? ''
      links.set(id, { kind, part: partName(part, target) })
    },
    close: () => {},
    text: () => {},
  })
  return links
}

/** Returns the name of the part that holds an office part's links. */
export function linksOf(part: string): string {
  return posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`)
}

/**
 * Returns the name of a part that `from` refers to: relative to its folder, or to the root if it begins with a slash.
 * Never leaves the archive.
 */
export function partName(from: string, target: string): string {
  return posix.resolve('/', posix.dirname(from), target).slice(1)
}
