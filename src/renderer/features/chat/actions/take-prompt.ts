import i18next from 'i18next'
import {
  askedVariables,
  fillPrompt,
  type PromptTemplate,
  readPrompt,
  variableKey,
} from '../../../../shared/prompt-text.ts'
import type { Prompt } from '../../../../shared/prompts.ts'
import { useMenu } from '../state/menu-store.ts'
import { selectedText } from '../state/selected-text.ts'
import { replaceComposer } from './drafts.ts'

/** Puts a prompt into the composer, or asks for its variables first. The composer keeps its text until then. */
export function takePrompt({ text, title }: Pick<Prompt, 'text' | 'title'>): void {
  const template = readPrompt(text)
  const values = firstValues(template)
  if (askedVariables(template).length === 0) replaceComposer(fillPrompt(template, values))
  else useMenu.setState({ filled: { offered: 'prompts', title, template, values, use: replaceComposer } })
}

/** Returns the values that are filled in before the user's: the date, and the selected text. */
export function firstValues({ variables }: PromptTemplate): ReadonlyMap<string, string> {
  return new Map(
    variables.map(({ choices, kind, name }) => {
      switch (kind) {
        case 'date':
          return [
            variableKey(name),
            new Intl.DateTimeFormat(i18next.language, { dateStyle: 'long' }).format(new Date()),
          ]
        case 'selection':
          return [variableKey(name), selectedText()]
        case 'choice':
          return [variableKey(name), choices[0] ?? '']
        case 'clipboard':
        case 'text':
          return [variableKey(name), '']
        default:
          return kind satisfies never
      }
    }),
  )
}
