import { Popover } from '@mantine/core'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import menu from '../../../components/menu/dropdown.module.css'
import { ModelList } from '../../../components/model-picker/ModelList.tsx'
import { Note } from '../../../components/Note.tsx'
import { Unbroken } from '../../../components/words/Unbroken.tsx'
import { useLanguage } from '../../../platform/app-store.ts'
import { errorTitle } from '../../../platform/errors/error-title.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { sendNewest, sendWhole, stopLong, summariseRest } from '../actions/length-actions.ts'
import { useLongQuestion } from '../actions/long-question.ts'
import { composerKey, useChat } from '../state/chat-store.ts'
import { useTarget } from '../state/target.ts'
import classes from './Length.module.css'

/** Asks what to send of a request that exceeds its model's context window. */
export function LongNote() {
  const { t } = useTranslation()
  const language = useLanguage()
  const key = useChat(composerKey)
  const asked = useLongQuestion()
  if (asked.send === null || asked.key !== key) return null
  const number = (value: number) => value.toLocaleString(language)
  return (
    <Note
      below={
        <>
          {asked.fit === null || asked.summariser !== null ? null : (
            <Button size="small" onClick={() => void sendNewest()}>
              {asked.fit.messages === 0
                ? t('length.alone')
                : t('length.newest', { number: number(asked.fit.messages) })}
            </Button>
          )}
          {asked.fit === null || asked.summariser !== null ? null : <SummaryButton />}
          {asked.summariser !== null ? null : (
            <Button size="small" onClick={() => void sendWhole()}>
              {t(asked.isListed ? 'length.allListed' : 'length.all')}
            </Button>
          )}
          <Button size="small" onClick={stopLong}>
            {t('length.cancel')}
          </Button>
        </>
      }
    >
      <p>
        <Unbroken
          text={t(asked.isListed ? 'length.leadListed' : 'length.lead', {
            tokens: number(asked.tokens),
            model: asked.model,
            window: number(asked.window),
          })}
        />
      </p>
      <p role="status">
        {asked.summariser === null ? t('length.nothingSent') : t('length.summarising', { model: asked.summariser })}
      </p>
      {asked.error === null ? null : <p>{errorTitle(t, asked.error)}</p>}
    </Note>
  )
}

/** A button to choose the model that summarises what does not fit. */
function SummaryButton() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const { connection, model } = useTarget()
  return (
    <Popover opened={opened} onDismiss={() => setOpened(false)} position="top-start" width={380} trapFocus returnFocus>
      <Popover.Target>
        <Button size="small" aria-haspopup="dialog" onClick={() => setOpened(!opened)}>
          {t('length.summary')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={menu.dropdown} aria-label={t('length.summaryTitle')}>
        <p className={classes.ask}>{t('length.summaryTitle')}</p>
        <ModelList
          connection={connection}
          model={model}
          kind="chat"
          onChoose={(connectionId, chosen) => void summariseRest({ connectionId, model: chosen })}
          onClose={() => setOpened(false)}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
