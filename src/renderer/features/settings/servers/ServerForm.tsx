import { Textarea } from '@mantine/core'
import { useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import type { McpKind, McpServer } from '../../../../shared/mcp.ts'
import type { ServerDraft } from '../../../../shared/mcp-import.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { Segments } from '../../../components/forms/Segments.tsx'
import { TextField } from '../../../components/forms/TextField.tsx'
import layout from '../../../components/layout.module.css'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { type NamedRow, NamedValues } from './NamedValues.tsx'
import classes from './ServersPage.module.css'

interface ServerFormProps {
  /** The server to edit; null creates a new one. */
  readonly server: McpServer | null
  /** Initial values for a new server. */
  readonly draft?: ServerDraft | undefined
  readonly onSaved: (id: string, servers: readonly McpServer[]) => void
  readonly onCancel: () => void
}

const kinds = ['stdio', 'http'] as const satisfies readonly McpKind[]

const stored = (names: readonly string[]): readonly NamedRow[] =>
  names.map((name) => ({ key: crypto.randomUUID(), name, value: '', isStored: true }))
const drafted = (values: ServerDraft['environment']): readonly NamedRow[] =>
  values.map((value) => ({ ...value, key: crypto.randomUUID(), isStored: false }))
const secretsOf = (rows: readonly NamedRow[]) =>
  rows
    .filter(({ name }) => name.trim() !== '')
    .map(({ name, value, isStored }) => ({ name: name.trim(), value: isStored && value === '' ? null : value }))

/** Form for a server. The page never receives a stored secret. */
export function ServerForm({ server, draft, onSaved, onCancel }: ServerFormProps) {
  const { t } = useTranslation()
  const [id] = useState(() => server?.id ?? crypto.randomUUID())
  const first = server ?? draft
  const [name, setName] = useState(first?.name ?? '')
  const [kind, setKind] = useState<McpKind>(first?.kind ?? 'stdio')
  const [command, setCommand] = useState(first?.command ?? '')
  const [given, setGiven] = useState((first?.arguments ?? []).join('\n'))
  const [url, setUrl] = useState(first?.url ?? '')
  const [environment, setEnvironment] = useState(() =>
    server === null ? drafted(draft?.environment ?? []) : stored(server.environmentNames),
  )
  const [headers, setHeaders] = useState(() =>
    server === null ? drafted(draft?.headers ?? []) : stored(server.headerNames),
  )
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const isWhole = name.trim() !== '' && (kind === 'stdio' ? command : url).trim() !== ''

  const save = async () => {
    setSaving(true)
    const answer = await call('mcp.save', {
      id,
      name: name.trim(),
      kind,
      command,
      arguments: given === '' ? [] : given.split('\n'),
      environment: secretsOf(environment),
      url,
      headers: secretsOf(headers),
    })
    setSaving(false)
    setError(answer.ok ? null : answer.error)
    if (answer.ok) onSaved(id, answer.value)
  }

  return (
    <Form className={classes.form} noValidate isReady={isWhole && !isSaving} onSend={() => void save()}>
      <TextField label={t('servers.name')} value={name} maxLength={80} onText={setName} />
      <Segments
        label={t('servers.kind')}
        value={kind}
        options={kinds.map((value) => ({ value, words: t(`servers.kinds.${value}`) }))}
        onChoose={setKind}
      />
      {kind === 'stdio' ? (
        <>
          <TextField
            label={t('servers.command')}
            description={t('servers.commandHint')}
            placeholder="npx"
            value={command}
            spellCheck={false}
            maxLength={8000}
            onText={setCommand}
          />
          <Textarea
            label={t('servers.arguments')}
            description={t('servers.argumentsHint')}
            value={given}
            spellCheck={false}
            autosize
            minRows={2}
            maxRows={8}
            onChange={(event) => setGiven(event.currentTarget.value)}
          />
          <NamedValues label={t('servers.environment')} rows={environment} onChange={setEnvironment} />
        </>
      ) : (
        <>
          <TextField
            label={t('servers.address')}
            description={t('servers.addressHint')}
            placeholder="https://"
            value={url}
            inputMode="url"
            spellCheck={false}
            maxLength={8000}
            onText={setUrl}
          />
          <NamedValues label={t('servers.headers')} rows={headers} onChange={setHeaders} />
        </>
      )}
      <p className={layout.quiet}>{t('servers.secretsHint')}</p>
      {error === null ? null : (
        <ErrorNote
          error={error}
          place={{ where: 'form', hasText: false }}
          {...(error.code === 'invalid_input' ? { title: t('servers.invalid') } : {})}
          onDismiss={() => setError(null)}
        />
      )}
      <div className={layout.wrapped}>
        <Button kind="primary" type="submit" disabled={!isWhole || isSaving}>
          {t('app.save')}
        </Button>
        <Button onClick={onCancel}>{t('app.cancel')}</Button>
      </div>
    </Form>
  )
}
