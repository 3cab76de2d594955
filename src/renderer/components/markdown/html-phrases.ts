import type { Html, Parents, PhrasingContent, Root } from 'mdast'
import { visit } from 'unist-util-visit'
import { inlineTag } from './html-tags.ts'

/** Meaning of the tags in one paragraph, heading or cell. */
interface Meaning {
  /** Tags that open or close an element, with the element's name. */
  readonly pairs: ReadonlyMap<Html, { readonly name: string; readonly isOpen: boolean }>
  readonly breaks: ReadonlySet<Html>
}

/**
 * Builds the elements meant by tags such as `<sub>` and `<br>`. An unpaired tag stays text, except at the end of a
 * source that is still growing.
 */
export function buildPhrases(tree: Root, source: string): void {
  visit(tree, (node) => {
    if (node.type !== 'paragraph' && node.type !== 'heading' && node.type !== 'tableCell') return
    const tags = tagsIn(node)
    if (tags.length === 0) return
    const isGrowing = isLast(tree, node) && !/[\n\r]$/.test(source)
    node.children = built(node.children, meaningOf(tags, isGrowing), [])
  })
}

function tagsIn(parent: Parents): readonly Html[] {
  const tags: Html[] = []
  visit(parent, 'html', (node) => {
    if (inlineTag(node.value) !== null) tags.push(node)
  })
  return tags
}

function isLast(tree: Parents, node: Parents): boolean {
  const last = tree.children.at(-1)
  return last === node || (last !== undefined && 'children' in last && isLast(last, node))
}

function meaningOf(tags: readonly Html[], isGrowing: boolean): Meaning {
  const pairs = new Map<Html, { readonly name: string; readonly isOpen: boolean }>()
  const breaks = new Set<Html>()
  const open: { readonly node: Html; readonly name: string }[] = []
  for (const node of tags) {
    const tag = inlineTag(node.value)
    if (tag === null) continue
    if (tag.kind === 'break') breaks.add(node)
    else if (tag.kind === 'open') open.push({ node, name: tag.name })
    else {
      const place = open.findLastIndex(({ name }) => name === tag.name)
      const [opening] = place < 0 ? [] : open.splice(place, 1)
      if (opening === undefined) continue
      pairs.set(opening.node, { name: tag.name, isOpen: true })
      pairs.set(node, { name: tag.name, isOpen: false })
    }
  }
  if (isGrowing) for (const { node, name } of open) pairs.set(node, { name, isOpen: true })
  return { pairs, breaks }
}

/**
 * Returns the children wrapped in their elements. `open` has the names of the open elements, and changes with each tag.
 */
function built(children: readonly PhrasingContent[], meaning: Meaning, open: string[]): PhrasingContent[] {
  const result: PhrasingContent[] = []
  /** Children since the last tag. They share the open elements. */
  let group: PhrasingContent[] = []
  const close = (): void => {
    if (group.length > 0) result.push(...wrapped(group, open))
    group = []
  }
  for (const child of children) {
    const pair = child.type === 'html' ? meaning.pairs.get(child) : undefined
    if (pair !== undefined) {
      close()
      if (pair.isOpen) open.push(pair.name)
      else open.splice(open.lastIndexOf(pair.name), 1)
    } else if (child.type === 'html' && meaning.breaks.has(child)) group.push({ type: 'break' })
    else if (isCut(child, meaning)) {
      close()
      result.push({ ...child, children: built(child.children, meaning, open) })
    } else group.push(child)
  }
  close()
  return result
}

/** Returns true if tags inside an inline mark open, close or break elements, so that its content must be rebuilt. */
function isCut(
  node: PhrasingContent,
  meaning: Meaning,
): node is Extract<PhrasingContent, { children: PhrasingContent[] }> {
  if (node.type !== 'strong' && node.type !== 'emphasis' && node.type !== 'delete' && node.type !== 'link') return false
  return tagsIn(node).some((tag) => meaning.pairs.has(tag) || meaning.breaks.has(tag))
}

function wrapped(children: PhrasingContent[], names: readonly string[]): PhrasingContent[] {
  return names.reduceRight<PhrasingContent[]>(
    (inside, name) => [{ type: 'emphasis', data: { hName: name }, children: inside }],
    children,
  )
}
