import { useState } from 'react'
import type { Memory } from '../../../../shared/memories.ts'
import { memoryTextMax } from '../../../../shared/memory-limits.ts'
import { Button } from '../../../components/Button.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { TextField } from '../../../components/forms/TextField.tsx'
import layout from '../../../components/layout.module.css'
import pages from '../../../components/lists/side-pages.module.css'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'

interface MemoryFormProps {
  readonly memory: Memory
  readonly onSave: (memory: Memory) => void
  readonly onCancel: () => void
}

/** A form for one fact. */
export function MemoryForm({ memory, onSave, onCancel }: MemoryFormProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(memory.text)
  const mayKeep = text.trim() !== ''
  const name = memory.text === '' ? t('memory.new') : t('memory.editOf', { fact: lineText(memory.text, 60) })
  return (
    <Form aria-label={name} className={layout.stack} isReady={mayKeep} onSend={() => onSave({ ...memory, text })}>
      <TextField label={t('memory.text')} autoFocus maxLength={memoryTextMax} value={text} onText={setText} />
      <p className={pages.hint}>{t('memory.newHint', { max: memoryTextMax })}</p>
      <div className={pages.actions}>
        <Button kind="primary" size="small" type="submit" disabled={!mayKeep}>
          {t('memory.save')}
        </Button>
        <Button size="small" onClick={onCancel}>
          {t('app.cancel')}
        </Button>
      </div>
    </Form>
  )
}
