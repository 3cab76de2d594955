import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { type ServerDraft, serverDrafts } from '../../../../shared/mcp-import.ts'
import { Button } from '../../../components/Button.tsx'
import layout from '../../../components/layout.module.css'
import { Line } from '../../../components/words/Line.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './ServersPage.module.css'

interface ImportFormProps {
  /** Called when a server was chosen; it only fills the form. */
  readonly onChoose: (draft: ServerDraft) => void
  readonly onCancel: () => void
}

/** A form that reads the configuration of another program and offers its servers. */
export function ImportForm({ onChoose, onCancel }: ImportFormProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const drafts = text.trim() === '' ? [] : serverDrafts(text)
  return (
    <div className={classes.form}>
      <Textarea
        label={t('servers.importLabel')}
        description={t('servers.importHint')}
        placeholder={'{ "mcpServers": { … } }'}
        value={text}
        spellCheck={false}
        autosize
        minRows={4}
        maxRows={10}
        autoFocus
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {drafts === null ? <p role="alert">{t('servers.importNothing')}</p> : null}
      <div className={layout.wrapped}>
        {(drafts ?? []).map((draft) => (
          <Button key={draft.name} onClick={() => onChoose(draft)}>
            <Line text={draft.name} />
          </Button>
        ))}
        <Button onClick={onCancel}>{t('app.cancel')}</Button>
      </div>
    </div>
  )
}
