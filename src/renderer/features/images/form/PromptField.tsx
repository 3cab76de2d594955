import { WandSparkles } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { imagePromptMax } from '../../../../shared/image-kinds.ts'
import { IconButton } from '../../../components/IconButton.tsx'
import layout from '../../../components/layout.module.css'
import { PromptArea } from '../../../components/media-form/PromptArea.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { changeForm } from '../form-draft.ts'
import { generate } from '../generate.ts'
import { openImproving, useImproving } from '../improve/improve-store.ts'
import { useStudio } from '../studio-store.ts'
import { PromptMenu } from './PromptMenu.tsx'

const ImproveDialog = lazy(async () => ({ default: (await import('../improve/ImproveDialog.tsx')).ImproveDialog }))

/** Field for the prompt of an image. */
export function PromptField() {
  const { t } = useTranslation()
  const prompt = useStudio((state) => state.form.prompt)
  const editing = useStudio((state) => state.form.source !== null)
  const missing = useStudio((state) => state.problem === 'prompt')
  const improving = useImproving((state) => state.opened)
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
    >
      <div className={layout.closeRow}>
        <PromptMenu />
        <IconButton
          icon={WandSparkles}
          iconSize={15}
          size="small"
          words={t('images.improve')}
          disabled={prompt.trim() === ''}
          onClick={openImproving}
        />
      </div>
      {improving ? (
        <Suspense fallback={null}>
          <ImproveDialog />
        </Suspense>
      ) : null}
    </PromptArea>
  )
}
