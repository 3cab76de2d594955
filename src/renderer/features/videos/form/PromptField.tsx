import { Switch } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { videoPromptMax, videosPerSubmitMax } from '../../../../shared/video-models.ts'
import { enterAction, keyPressOf } from '../../../components/forms/composer-keys.ts'
import { Field } from '../../../components/forms/Field.tsx'
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
  const text = useVideos((state) => state.form.text)
  const asList = useVideos((state) => state.form.asList)
  const focus = useVideos((state) => state.promptFocus)
  const field = useRef<HTMLTextAreaElement>(null)
  const composedAt = useRef<number | null>(null)

  useEffect(() => {
    if (focus === answered) return
    answered = focus
    field.current?.focus()
  }, [focus])

  return (
    <Field
      label={asList ? t('videos.prompts') : t('videos.prompt')}
      asideClass={own.label}
      problem={useProblemWords()}
      aside={
        <Switch
          className={own.asList}
          size="xs"
          labelPosition="left"
          label={t('videos.asList')}
          classNames={{ label: own.switch ?? '' }}
          checked={asList}
          onChange={(event) => changeForm({ asList: event.currentTarget.checked })}
        />
      }
    >
      {(control) => (
        <textarea
          {...control}
          autoComplete="off"
          ref={field}
          className={classes.prompt}
          placeholder={asList ? t('videos.promptsHint') : t('videos.promptHint')}
          maxLength={videoPromptMax}
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
      )}
    </Field>
  )
}

/** What is wrong with the prompts; null if nothing is. */
function useProblemWords(): string | null {
  const { t } = useTranslation()
  const problem = useVideos((state) => state.problem)
  if (problem === 'prompt') return t('videos.promptMissing')
  return problem === 'tooMany' ? t('videos.tooMany', { max: videosPerSubmitMax }) : null
}
