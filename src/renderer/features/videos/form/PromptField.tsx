import { Switch } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { videoPromptMax, videosPerSubmitMax } from '../../../../shared/video-models.ts'
import { enterAction, keyPressOf } from '../../../components/forms/composer-keys.ts'
import classes from '../../../components/forms/form-column.module.css'
import { appState } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { changeForm } from '../form-draft.ts'
import { submitVideos } from '../submit.ts'
import { useVideos } from '../videos-store.ts'
import own from './Form.module.css'

// last handled focus request; outside the component, so that reopening the panel is not a request
let answered = 0

/** Field for the prompt, or for several prompts, one per line. */
export function PromptField() {
  const { t } = useTranslation()
  const id = useId()
  const text = useVideos((state) => state.form.text)
  const asList = useVideos((state) => state.form.asList)
  const problem = useVideos((state) => state.problem)
  const focus = useVideos((state) => state.promptFocus)
  const field = useRef<HTMLTextAreaElement>(null)
  const composedAt = useRef<number | null>(null)
  const wrong = problem === 'prompt' || problem === 'tooMany'

  useEffect(() => {
    if (focus === answered) return
    answered = focus
    field.current?.focus()
  }, [focus])

  return (
    <div>
      <div className={`${classes.label} ${own.label}`}>
        <label className={classes.grow} htmlFor={id}>
          {asList ? t('videos.prompts') : t('videos.prompt')}
        </label>
        <Switch
          className={own.asList}
          size="xs"
          labelPosition="left"
          label={t('videos.asList')}
          classNames={{ label: own.switch ?? '' }}
          checked={asList}
          onChange={(event) => changeForm({ asList: event.currentTarget.checked })}
        />
      </div>
      <textarea
        autoComplete="off"
        ref={field}
        id={id}
        className={classes.prompt}
        placeholder={asList ? t('videos.promptsHint') : t('videos.promptHint')}
        maxLength={videoPromptMax}
        aria-invalid={wrong}
        aria-describedby={wrong ? `${id}-problem` : undefined}
        value={text}
        onChange={(event) => changeForm({ text: event.currentTarget.value })}
        onCompositionEnd={(event) => {
          composedAt.current = event.timeStamp
        }}
        onKeyDown={(event) => {
          const mac = appState().info.platform === 'mac'
          const action = enterAction(keyPressOf(event, mac), 'mod-enter', composedAt.current)
          if (action === 'confirm') event.preventDefault()
          if (action !== 'send') return
          event.preventDefault()
          if (!event.repeat) void submitVideos()
        }}
      />
      {wrong ? (
        <p id={`${id}-problem`} className={classes.problem} role="alert">
          {problem === 'prompt' ? t('videos.promptMissing') : t('videos.tooMany', { max: videosPerSubmitMax })}
        </p>
      ) : null}
    </div>
  )
}
