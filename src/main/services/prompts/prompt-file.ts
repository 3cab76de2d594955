import type { CallOutput } from '../../../shared/ipc/contract.ts'
import { promptsMax, promptTextMax, promptTitleMax } from '../../../shared/prompt-limits.ts'
import type { Prompt } from '../../../shared/prompts.ts'
import { beginningOf } from '../../../shared/writing.ts'
import { entriesOf, entryTextOf } from './library-file.ts'

const format = 'atelier-prompts'

/** Prompts as JSON that `readPromptFile` reads again. */
export function promptFile(prompts: readonly Prompt[]): string {
  const list = prompts.map(({ text, title }) => ({ title, text }))
  return `${JSON.stringify({ format, version: 1, prompts: list }, null, 2)}\n`
}

/** Reads prompts from a file: ours, or a list of objects with the names that other programs use. */
export function readPromptFile(file: Buffer | null): CallOutput<'prompts.read'> {
  const entries = entriesOf(file, ['prompts', 'quickPhrases', 'data'])
  if (typeof entries === 'string') return { prompts: [], left: 0, problem: entries }
  const prompts = entries.slice(0, promptsMax).flatMap((entry) => {
    const title = entryTextOf(entry, ['title', 'name', 'act', 'command'])?.slice(0, 1000).replace(/\s+/g, ' ').trim()
    const text = entryTextOf(entry, ['text', 'prompt', 'content', 'body'])
    if (title === undefined || title === '' || text === undefined) return []
    if (text.length > promptTextMax) return []
    return { title: beginningOf(title, promptTitleMax).trim(), text }
  })
  return { prompts, left: entries.length - prompts.length, problem: prompts.length === 0 ? 'none' : null }
}
