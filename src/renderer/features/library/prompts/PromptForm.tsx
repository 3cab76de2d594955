import { Textarea } from '@mantine/core'
import { useDeferredValue, useState } from 'react'
import { promptTextMax, promptTitleMax } from '../../../../shared/prompt-limits.ts'
import type { Prompt } from '../../../../shared/prompts.ts'
import { Button } from '../../../components/Button.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { TextField } from '../../../components/forms/TextField.tsx'
import layout from '../../../components/layout.module.css'
import pages from '../../../components/lists/side-pages.module.css'
import { PromptPreview } from '../../../components/prompts/PromptPreview.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'

interface PromptFormProps {
  readonly prompt: Prompt
  readonly onSave: (prompt: Prompt) => Promise<boolean>
  readonly onCancel: () => void
}

/** A form to edit a prompt, with a preview of its variables. */
export function PromptForm({ prompt, onSave, onCancel }: PromptFormProps) {
  const { t } = useTranslation()
  const [title, setTitle] = useState(prompt.title)
  const [text, setText] = useState(prompt.text)
  const shown = useDeferredValue(text)
  const mayKeep = title.trim() !== '' && text.trim() !== ''
  const name = prompt.title === '' ? t('prompts.new') : t('prompts.editOf', { title: prompt.title })
  const braces = (variable: string) => `{{${variable}}}`
  return (
    <Form
      aria-label={name}
      className={layout.stack}
      isReady={mayKeep}
      onSend={() => void onSave({ id: prompt.id, title: title.trim(), text })}
    >
      <TextField label={t('prompts.title')} autoFocus maxLength={promptTitleMax} value={title} onText={setTitle} />
      <Textarea
        label={t('prompts.text')}
        description={t('prompts.textHint', {
          name: braces(t('prompts.examples.name')),
          choice: braces(t('prompts.examples.choice')),
          date: braces(t('prompts.examples.date')),
          clipboard: braces(t('prompts.examples.clipboard')),
          selection: braces(t('prompts.examples.selection')),
        })}
        autosize
        minRows={5}
        maxRows={16}
        maxLength={promptTextMax}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <PromptPreview text={shown} />
      <div className={pages.actions}>
        <Button kind="primary" size="small" type="submit" disabled={!mayKeep}>
          {t('prompts.save')}
        </Button>
        <Button size="small" onClick={onCancel}>
          {t('app.cancel')}
        </Button>
      </div>
    </Form>
  )
}
