import { useEffect, useRef } from 'react'
import { imagePromptMax } from '../../../../shared/image-kinds.ts'
import { enterAction, keyPressOf } from '../../../components/forms/composer-keys.ts'
import { Field } from '../../../components/forms/Field.tsx'
import classes from '../../../components/forms/form-column.module.css'
import { appState } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { changeForm } from '../form-draft.ts'
import { generate } from '../generate.ts'
import { useStudio } from '../studio-store.ts'

// last handled focus request; outside the component, so that reopening the panel is not a request
let answered = 0

/** The prompt. */
export function PromptField() {
  const { t } = useTranslation()
  const prompt = useStudio((state) => state.form.prompt)
  const editing = useStudio((state) => state.form.source !== null)
  const missing = useStudio((state) => state.problem === 'prompt')
  const focus = useStudio((state) => state.promptFocus)
  const field = useRef<HTMLTextAreaElement>(null)
  const composedAt = useRef<number | null>(null)

  useEffect(() => {
    if (focus === answered) return
    answered = focus
    field.current?.focus()
  }, [focus])

  return (
    <Field label={t('images.prompt')} problem={missing ? t('images.promptMissing') : null}>
      {(control) => (
        <textarea
          {...control}
          autoComplete="off"
          ref={field}
          className={classes.prompt}
          placeholder={editing ? t('images.promptEdit') : t('images.promptHint')}
          maxLength={imagePromptMax}
          value={prompt}
          onChange={(event) => changeForm({ type: 'changed', change: { prompt: event.currentTarget.value } })}
          onCompositionEnd={(event) => {
            composedAt.current = event.timeStamp
          }}
          onKeyDown={(event) => {
            const mac = appState().info.platform === 'mac'
            const action = enterAction(keyPressOf(event, mac), 'mod-enter', composedAt.current)
            if (action === 'confirm') event.preventDefault()
            if (action !== 'send') return
            event.preventDefault()
            if (!event.repeat) void generate()
          }}
        />
      )}
    </Field>
  )
}
