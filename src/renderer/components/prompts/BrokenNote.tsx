import type { PromptTemplate } from '../../../shared/prompt-text.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { lineText } from '../../platform/line-text.ts'
import classes from './prompts.module.css'

const shownMax = 5

/** A list of texts that look like a variable but are not; nothing if there are none. */
export function BrokenNote({ template }: { template: PromptTemplate }) {
  const { t } = useTranslation()
  const broken = template.pieces.flatMap((piece) => (piece.kind === 'broken' ? piece : []))
  if (broken.length === 0) return null
  return (
    <div className={classes.broken} role="status">
      {t('prompts.staysLiteral')}
      <ul>
        {broken.slice(0, shownMax).map(({ reason, text }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same text may occur twice
          <li key={at}>{t(`prompts.broken.${reason}`, { text: lineText(text, 60) })}</li>
        ))}
      </ul>
    </div>
  )
}
