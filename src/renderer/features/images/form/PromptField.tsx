import { imagePromptMax } from '../../../../shared/image-kinds.ts'
import { PromptArea } from '../../../components/media-form/PromptArea.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { changeForm } from '../form-draft.ts'
import { generate } from '../generate.ts'
import { useStudio } from '../studio-store.ts'

/** Field for the prompt of an image. */
export function PromptField() {
  const { t } = useTranslation()
  const prompt = useStudio((state) => state.form.prompt)
  const editing = useStudio((state) => state.form.source !== null)
  const missing = useStudio((state) => state.problem === 'prompt')
  const focus = useStudio((state) => state.promptFocus)
  return (
    <PromptArea
      label={t('images.prompt')}
      placeholder={editing ? t('images.promptEdit') : t('images.promptHint')}
      maxLength={imagePromptMax}
      value={prompt}
      onChange={(text) => changeForm({ type: 'changed', change: { prompt: text } })}
      onSubmit={() => void generate()}
      problem={missing ? t('images.promptMissing') : null}
      focus={{ panel: 'images', count: focus }}
    />
  )
}
