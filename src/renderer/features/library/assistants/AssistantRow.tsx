import { promptOutline } from '../../../../shared/prompt-text.ts'
import { Button } from '../../../components/Button.tsx'
import layout from '../../../components/layout.module.css'
import pages from '../../../components/lists/side-pages.module.css'
import { Line } from '../../../components/words/Line.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import type { ShownAssistant } from '../../../platform/prompts/included-assistants.ts'
import classes from '../prompts/Prompts.module.css'

interface AssistantRowProps {
  readonly assistant: ShownAssistant
  readonly onEdit: () => void
  readonly onDuplicate: () => void
  readonly onDelete: () => void
}

/** An assistant in the list, with its actions. */
export function AssistantRow({ assistant, onEdit, onDuplicate, onDelete }: AssistantRowProps) {
  const { t } = useTranslation()
  const { description, isIncluded, model, name, parameters, sign } = assistant
  const title = lineText(name)
  return (
    <>
      <div className={pages.cardTop}>
        <span className={layout.sign} aria-hidden="true">
          {lineText(sign, 8)}
        </span>
        <span className={pages.name}>
          <Line text={name} />
        </span>
        {isIncluded ? <span className={classes.included}>{t('prompts.included')}</span> : null}
        {model === '' ? null : <span className={classes.included}>{lineText(model, 60)}</span>}
      </div>
      <p className={classes.begin}>
        {lineText(description === '' ? promptOutline(parameters.system) : description, 240)}
      </p>
      <div className={pages.actions}>
        <Button size="small" aria-label={t('assistants.editOf', { title })} onClick={onEdit}>
          {t('prompts.edit')}
        </Button>
        <Button size="small" aria-label={t('assistants.duplicateOf', { title })} onClick={onDuplicate}>
          {t('prompts.duplicate')}
        </Button>
        <Button size="small" aria-label={t('assistants.deleteOf', { title })} onClick={onDelete}>
          {t('prompts.delete')}
        </Button>
      </div>
    </>
  )
}
