import { z } from 'zod'

const said = z.object({ str: z.string() }).nullish().catch(null)
const name = z.string().nullish().catch(null)
const flag = z.boolean().nullish().catch(null)
const option = z.object({ exportValue: name, displayValue: name })

/** An annotation as the library reports it. Values of the wrong type count as missing. */
const annotationSchema = z.object({
  subtype: z.string(),
  contentsObj: said,
  titleObj: said,
  richText: said,
  textContent: z.array(z.string()).nullish().catch(null),
  overlaidText: name,
  stateModel: name,
  annotationFlags: z.number().catch(0),
  password: flag,
  fieldType: name,
  fieldName: name,
  alternativeText: name,
  fieldValue: z
    .union([z.string(), z.array(z.string())])
    .nullish()
    .catch(null),
  checkBox: flag,
  radioButton: flag,
  buttonValue: name,
  exportValue: name,
  options: z.array(option).nullish().catch(null),
})
type Annotation = z.infer<typeof annotationSchema>

/** Flags of annotations that are not shown: HIDDEN and NOVIEW (ISO 32000-1, table 165). */
const unseen = 0x02 | 0x20
/** Annotations whose text is not a note: links repeat an address, and a pop-up repeats its note. */
const silent = new Set(['Link', 'Popup', 'Widget', 'Screen', 'Movie', 'Sound', 'RichMedia', '3D'])
/** Marks on words: the words are quoted next to the note. */
const marks = new Set(['Highlight', 'Underline', 'Squiggly', 'StrikeOut'])
const playable = new Set(['Movie', 'Sound', 'RichMedia', 'Screen'])
/** Longest passage that is quoted next to its note. */
const markedMax = 300

/** Annotations of one page as text. */
export interface PageNotes {
  /** Filled fields and notes, each on its own line; empty if there are none. */
  readonly text: string
  /** Names of the fields of the page. */
  readonly fields: readonly string[]
  readonly recordings: number
  readonly attachments: number
}

/** Reads the values of form fields and the notes of a page from the annotations that the library reports. */
export function pageNotes(found: readonly unknown[]): PageNotes {
  const all = found.flatMap((one) => annotationSchema.safeParse(one).data ?? [])
  const annotations = all.filter(({ annotationFlags }) => (annotationFlags & unseen) === 0)
  const fields = fieldLines(annotations.filter(({ subtype }) => subtype === 'Widget'))
  const notes = annotations.flatMap((one) => noteLine(one) ?? [])
  const blocks = [
    ...(fields.length === 0 ? [] : [`[Form fields]\n${fields.join('\n')}`]),
    ...(notes.length === 0 ? [] : [`[Notes]\n${notes.join('\n')}`]),
  ]
  const count = (isOne: (subtype: string) => boolean): number =>
    annotations.filter(({ subtype }) => isOne(subtype)).length
  return {
    text: blocks.join('\n\n'),
    fields: all.flatMap(({ fieldName }) => fieldName ?? []),
    recordings: count((subtype) => playable.has(subtype)),
    attachments: count((subtype) => subtype === 'FileAttachment'),
  }
}

const looseSchema = z.object({ value: z.union([z.string(), z.array(z.string())]), password: z.boolean().catch(false) })

/**
 * Returns the values of fields that are on no page, each on its own line, or an empty text. `seen` are the fields of
 * the pages.
 */
export function looseFields(fields: ReadonlyMap<string, readonly unknown[]> | null, seen: ReadonlySet<string>): string {
  const lines = [...(fields ?? [])].flatMap(([name, objects]) => {
    if (seen.has(name)) return []
    const found = objects.flatMap((one) => looseSchema.safeParse(one).data ?? []).filter(({ password }) => !password)
    const value = found.map((one) => oneLine([one.value].flat().join(', '))).find((text) => !/^(?:off)?$/i.test(text))
    return value === undefined ? [] : [`- ${ownName(name)}: ${value}`]
  })
  return lines.length === 0 ? '' : `[Form fields of no page]\n${lines.join('\n')}`
}

/** Returns one line for each field with a value. Unticked boxes are listed only if any field is filled in. */
function fieldLines(widgets: readonly Annotation[]): readonly string[] {
  const lines = new Map<string, string>()
  let isFilled = false
  for (const widget of widgets) {
    const field = oneLine(widget.alternativeText ?? '') || ownName(widget.fieldName ?? '') || 'field'
    const value = shownValue(widget)
    if (value === null) continue
    isFilled ||= value !== '[ ]'
    // buttons of a group, and a field that appears in several places
    const key = `${widget.fieldName ?? ''}\n${value}`
    if (!lines.has(key)) lines.set(key, value.startsWith('[') ? `- ${value} ${field}` : `- ${field}: ${value}`)
  }
  return isFilled ? [...lines.values()] : []
}

/** Returns the value of a field; null for an empty one. */
function shownValue(widget: Annotation): string | null {
  const values = [widget.fieldValue ?? []].flat()
  if (widget.fieldType === 'Sig') return null
  if (widget.fieldType === 'Btn') {
    const value = values[0] ?? 'Off'
    if (widget.radioButton === true) {
      const isChosen = value !== 'Off' && (widget.buttonValue ?? value) === value
      return isChosen ? oneLine(value) : null
    }
    if (widget.checkBox !== true) return null
    // the value of each box of a field shows whether that box is ticked
    return value !== 'Off' && (widget.exportValue ?? value) === value ? tickedAs(value) : '[ ]'
  }
  const shown = values.map((value) => widget.options?.find((one) => one.exportValue === value)?.displayValue ?? value)
  const text = shown.map((value) => value.replace(/\r\n?/g, '\n').trim()).filter((value) => value !== '')
  if (text.length === 0) return null
  return widget.password === true ? '(a password, left out)' : text.join(widget.fieldType === 'Ch' ? ', ' : '\n')
}

/**
 * Returns the last part of a name such as `form1[0].Page1[0].Name[0]`, which form designers write; any other name
 * unchanged.
 */
function ownName(name: string): string {
  const shown = oneLine(name)
  return shown.endsWith(']') ? shown.slice(shown.lastIndexOf('.') + 1).replace(/\[\d{1,9}\]$/, '') : shown
}

function tickedAs(value: string): string {
  return /^(yes|on|true|1)$/i.test(value) ? '[x]' : `[x] ${oneLine(value)}`
}

/**
 * Returns the line of a note; null for an annotation without words. The state of a reply, such as "accepted", is not a
 * note.
 */
function noteLine(annotation: Annotation): string | null {
  const { contentsObj, overlaidText, richText, stateModel, subtype, textContent, titleObj } = annotation
  if (silent.has(subtype) || (stateModel ?? '') !== '') return null
  const words = [contentsObj?.str, richText?.str, textContent?.join('\n')].find((text) => (text ?? '').trim() !== '')
  const note = (words ?? '').replace(/\r\n?/g, '\n').trim()
  const marked = marks.has(subtype)
    ? oneLine(overlaidText ?? '')
        .slice(0, markedMax)
        .toWellFormed()
    : ''
  // some programs copy the marked words into the note
  if (note === '' || oneLine(note) === marked) return null
  const author = oneLine(titleObj?.str ?? '')
  return `- ${author === '' ? '' : `${author}: `}${marked === '' ? '' : `on “${marked}”: `}${note}`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
