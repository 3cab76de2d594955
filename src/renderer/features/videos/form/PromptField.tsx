import { Switch } from '@mantine/core'
import { videoPromptMax, videosPerSubmitMax } from '../../../../shared/video-models.ts'
import { PromptArea } from '../../../components/media-form/PromptArea.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { promptsOf } from '../form.ts'
import { changeForm } from '../form-draft.ts'
import { submitVideos } from '../submit.ts'
import { useVideos } from '../videos-store.ts'
import own from './Form.module.css'

/** Field for the prompt, or for several prompts, one per line. */
export function PromptField() {
  const { t } = useTranslation()
  const text = useVideos((state) => state.form.text)
  const copies = useVideos((state) => state.form.copies ?? 1)
  const asList = useVideos((state) => state.form.asList)
  const problem = useVideos((state) => state.problem)
  const focus = useVideos((state) => state.promptFocus)
  const tooMany =
    problem !== 'tooMany'
      ? null
      : copies === 1
        ? t('videos.tooMany', { max: videosPerSubmitMax })
        : t('videos.tooManyCopies', { max: videosPerSubmitMax, prompts: promptsOf({ text, asList }).length, copies })
  return (
    <PromptArea
      label={asList ? t('videos.prompts') : t('videos.prompt')}
      placeholder={asList ? t('videos.promptsHint') : t('videos.promptHint')}
      maxLength={videoPromptMax}
      value={text}
      onChange={(changed) => changeForm({ text: changed })}
      onSubmit={() => void submitVideos()}
      problem={problem === 'prompt' ? t('videos.promptMissing') : tooMany}
      focus={{ panel: 'videos', count: focus }}
    >
      <Switch
        className={own.asList}
        size="xs"
        labelPosition="left"
        label={t('videos.asList')}
        classNames={{ label: own.switch ?? '' }}
        checked={asList}
        onChange={(event) => changeForm({ asList: event.currentTarget.checked })}
      />
    </PromptArea>
  )
}
