import { Popover } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TranscriptionJob } from '../../../../shared/transcript.ts'
import buttons from '../../../components/buttons.module.css'
import { ModelList } from '../../../components/model-picker/ModelList.tsx'
import { useApp } from '../../../platform/app-store.ts'
import form from '../form/Form.module.css'
import classes from './QueueRow.module.css'
import { retryJob } from './queue-actions.ts'

interface RetryWithProps {
  readonly job: TranscriptionJob
  /** What there is to know before a model is chosen, as choosing one sends. */
  readonly warning?: string
}

/** Lets another model go on with what is left of a recording. */
export function RetryWith({ job, warning }: RetryWithProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const { connectionId, model } = job.request
  const connection = useApp((state) => state.connections.connections.find(({ id }) => id === connectionId) ?? null)
  const close = () => setOpened(false)
  return (
    <Popover opened={opened} onDismiss={close} position="bottom-start" width={340} trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={`${buttons.quiet} ${buttons.small}`}
          aria-haspopup="dialog"
          onClick={() => setOpened(!opened)}
        >
          {t('transcription.job.otherModel')}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={form.dropdown} aria-label={t('models.pick')}>
        {warning === undefined ? null : <p className={classes.warning}>{warning}</p>}
        <ModelList
          connection={connection}
          model={model}
          kind="audio"
          onChoose={(chosenConnection, chosen) => {
            close()
            void retryJob(job.id, { connectionId: chosenConnection, model: chosen })
          }}
          onClose={close}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
