import { z } from 'zod'
import type { ToolHints } from '../../../shared/tools.ts'
import type { Fields } from '../tools/tool.ts'
import { plainText } from './plain-text.ts'

/** Maximum number of tools of a server, and of pages of its list. */
export const toolsMax = 512
export const pagesMax = 64
/** Longest schema and longest description, in UTF-16 units. */
const schemaMax = 64_000
const descriptionMax = 64_000
/** Deepest nesting of a schema in lists and objects: 24 schemas in each other, each in its `properties`. */
const depthMax = 48
const nameMax = 128

/** A tool as a server lists it. */
export interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly parameters: Fields
  readonly hints: ToolHints
}

const listedSchema = z.looseObject({
  name: z.string().min(1).max(nameMax),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  inputSchema: z.record(z.string(), z.unknown()),
  annotations: z.record(z.string(), z.unknown()).optional().catch(undefined),
})

/** Outcome of reading a server's list: its tools, and sentences about those that were left out. */
export interface ReadTools {
  readonly tools: readonly ListedTool[]
  readonly problems: readonly string[]
}

/** Reads the tools of a server's list one by one, so that a bad one does not hide the others. */
export function readTools(values: readonly unknown[]): ReadTools {
  const tools = new Map<string, ListedTool>()
  const problems: string[] = []
  for (const value of values) {
    const read = listedSchema.safeParse(value)
    if (!read.success) {
      problems.push('A tool was left out: it has no name or no schema.')
      continue
    }
    const { name, title, description, inputSchema, annotations } = read.data
    const shown = JSON.stringify(name)
    if (tools.size >= toolsMax) {
      problems.push(`Tools after the first ${toolsMax} were left out.`)
      break
    }
    if (tools.has(name)) problems.push(`The tool ${shown} was left out: there are two with this name.`)
    else if (!isBounded(inputSchema)) problems.push(`The tool ${shown} was left out: its schema is too large.`)
    else
      tools.set(name, {
        name,
        title: plainText(title ?? titleOf(annotations) ?? name).slice(0, 200),
        description: (description ?? '').slice(0, descriptionMax).toWellFormed(),
        parameters: inputSchema.type === 'object' ? inputSchema : { ...inputSchema, type: 'object' },
        hints: hintsOf(annotations ?? {}),
      })
  }
  return { tools: [...tools.values()], problems }
}

/** Reads the hints of a tool. An absent hint counts as the riskier value, and is marked as unstated. */
function hintsOf({ readOnlyHint, destructiveHint, openWorldHint }: Fields): ToolHints {
  const readOnly = readOnlyHint === true
  const unstated = [
    ...(typeof readOnlyHint === 'boolean' || destructiveHint === true ? [] : (['readOnly'] as const)),
    ...(typeof destructiveHint === 'boolean' || readOnly ? [] : (['destructive'] as const)),
    ...(typeof openWorldHint === 'boolean' ? [] : (['openWorld'] as const)),
  ]
  return {
    readOnly,
    destructive: !readOnly && destructiveHint !== false,
    openWorld: openWorldHint !== false,
    costs: false,
    ...(unstated.length > 0 ? { unstated } : {}),
  }
}

function titleOf(annotations: Fields | undefined): string | null {
  return typeof annotations?.title === 'string' ? annotations.title : null
}

function isBounded(schema: Fields): boolean {
  return depthOf(schema, 0) <= depthMax && JSON.stringify(schema).length <= schemaMax
}

/** Returns the nesting depth; stops beyond the limit. */
function depthOf(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null || depth > depthMax) return depth
  return Object.values(value).reduce<number>((most, member) => Math.max(most, depthOf(member, depth + 1)), depth)
}
