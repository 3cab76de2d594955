import { z } from 'zod'

/** An element of a page of an XFA form, as the library lays it out. */
const nodeSchema = z.object({
  name: z.string().catch(''),
  value: z.string().nullish().catch(null),
  attributes: z
    .object({
      type: z.string().nullish().catch(null),
      value: z.string().nullish().catch(null),
      textContent: z.string().nullish().catch(null),
      checked: z.boolean().nullish().catch(null),
      selected: z.boolean().nullish().catch(null),
      class: z.array(z.string()).catch([]),
    })
    .nullish()
    .catch(null),
  children: z.array(z.unknown()).nullish().catch(null),
})

/** Elements that get a line of their own. */
const lines = new Set(['xfaField', 'xfaDraw', 'xfaExclgroup'])

/**
 * Returns the text of a page of an XFA form with the values of its fields. Throws a RangeError if it is nested too
 * deeply.
 */
export function xfaPageText(page: unknown): string {
  let text = ''
  const endLine = (): void => {
    text = `${text.trimEnd()}\n`
  }
  const walk = (found: unknown): void => {
    const node = nodeSchema.safeParse(found).data
    if (node === undefined) return
    const { attributes, children, name } = node
    const isLine = attributes?.class.some((one) => lines.has(one)) === true
    if (isLine) endLine()
    const isButton = attributes?.type === 'checkbox' || attributes?.type === 'radio'
    // an option that is not chosen is not a value
    if (name === 'option' && attributes?.selected !== true) return
    if (isButton) text += attributes?.checked === true ? ' [x] ' : ' [ ] '
    else text += piece(node.value ?? attributes?.textContent ?? (name === 'input' ? attributes?.value : null) ?? '')
    for (const child of children ?? []) walk(child)
    if (isLine) endLine()
  }
  walk(page)
  return text.trim()
}

function piece(value: string): string {
  return value === '' ? '' : `${value} `
}
