import { useMemo } from 'react'
import { type PromptVariable, readPrompt, variableKey } from '../../../shared/prompt-text.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { lineText } from '../../platform/line-text.ts'
import layout from '../layout.module.css'
import { BrokenNote } from './BrokenNote.tsx'
import classes from './prompts.module.css'

/** The variables of a prompt, highlighted in its text. */
export function PromptPreview({ text }: { text: string }) {
  const { t } = useTranslation()
  const template = useMemo(() => readPrompt(text), [text])
  if (text.trim() === '') return null
  return (
    <section aria-label={t('prompts.preview')} className={layout.closeStack}>
      {template.variables.length === 0 ? (
        <p className={layout.quiet}>{t('prompts.noVariables')}</p>
      ) : (
        <ul className={classes.variables} aria-label={t('prompts.variables')}>
          {template.variables.map((variable) => (
            <li key={variableKey(variable.name)}>
              <b>{lineText(variable.name)}</b> <VariableWords variable={variable} />
            </li>
          ))}
        </ul>
      )}
      <BrokenNote template={template} />
      <p className={classes.text}>
        {template.pieces.map((piece, at) =>
          piece.kind === 'text' ? (
            piece.text
          ) : (
            <mark
              // biome-ignore lint/suspicious/noArrayIndexKey: the pieces have no other identity
              key={at}
              data-broken={piece.kind === 'broken' || undefined}
            >
              {piece.text}
            </mark>
          ),
        )}
      </p>
    </section>
  )
}

function VariableWords({ variable: { choices, kind } }: { variable: PromptVariable }) {
  const { t } = useTranslation()
  return (
    <span className={layout.quiet}>
      {t(`prompts.kinds.${kind}`, { choices: choices.map((choice) => lineText(choice, 40)).join(' · ') })}
    </span>
  )
}
