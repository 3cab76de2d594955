import { promptOutline } from '../../../../shared/prompt-text.ts'
import { Button } from '../../../components/Button.tsx'
import pages from '../../../components/lists/side-pages.module.css'
import { Line } from '../../../components/words/Line.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import type { ShownPrompt } from '../../../platform/prompts/included-prompts.ts'
import classes from './Prompts.module.css'

interface PromptRowProps {
  readonly prompt: ShownPrompt
  readonly onEdit: () => void
  readonly onDuplicate: () => void
  readonly onDelete: () => void
}

/** A prompt in the list, with its actions. */
export function PromptRow({ prompt, onEdit, onDuplicate, onDelete }: PromptRowProps) {
  const { t } = useTranslation()
  const title = lineText(prompt.title)
  return (
    <>
      <div className={pages.cardTop}>
        <span className={pages.name}>
          <Line text={prompt.title} />
        </span>
        {prompt.isIncluded ? <span className={classes.included}>{t('prompts.included')}</span> : null}
      </div>
      <p className={classes.begin}>{lineText(promptOutline(prompt.text), 240)}</p>
      <div className={pages.actions}>
        <Button size="small" aria-label={t('prompts.editOf', { title })} onClick={onEdit}>
          {t('prompts.edit')}
        </Button>
        <Button size="small" aria-label={t('prompts.duplicateOf', { title })} onClick={onDuplicate}>
          {t('prompts.duplicate')}
        </Button>
        <Button size="small" aria-label={t('prompts.deleteOf', { title })} onClick={onDelete}>
          {t('prompts.delete')}
        </Button>
      </div>
    </>
  )
}
