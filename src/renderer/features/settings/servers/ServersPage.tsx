import { useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import type { McpServer } from '../../../../shared/mcp.ts'
import type { ServerDraft } from '../../../../shared/mcp-import.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import layout from '../../../components/layout.module.css'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import settings from '../SettingsPanel.module.css'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { ImportForm } from './ImportForm.tsx'
import { LeftoverNote } from './LeftoverNote.tsx'
import { ServerCard } from './ServerCard.tsx'
import { ServerForm } from './ServerForm.tsx'
import { useServers } from './servers-store.ts'

type Open =
  | { readonly form: 'new'; readonly draft?: ServerDraft }
  | { readonly form: 'import' }
  | { readonly form: string }

/** All MCP servers, with their state and actions. */
export function ServersPage() {
  const { t } = useTranslation()
  const { servers, leftovers } = useServers()
  const [open, setOpen] = useState<Open | null>(null)
  const [reviewing, setReviewing] = useState<McpServer | null>(null)
  const [error, setError] = useState<AppError | null>(null)

  const saved = (id: string, list: readonly McpServer[]) => {
    setOpen(null)
    const server = list.find((one) => one.id === id)
    if (server?.state === 'unconfirmed') setReviewing(server)
  }
  const confirm = async ({ id, definition }: McpServer) => {
    setReviewing(null)
    const answer = await call('mcp.confirm', { id, definition })
    setError(answer.ok ? null : answer.error)
  }

  return (
    <>
      <p className={settings.aside}>{t('servers.pageHint')}</p>
      {leftovers.map((leftover) => (
        <LeftoverNote key={leftover.pid} leftover={leftover} />
      ))}
      {servers?.length === 0 && open === null ? <p className={settings.aside}>{t('servers.none')}</p> : null}
      <ul className={settings.cards}>
        {(servers ?? []).map((server) => (
          <li key={server.id} className={settings.card}>
            {open?.form === server.id ? (
              <ServerForm server={server} onSaved={saved} onCancel={() => setOpen(null)} />
            ) : (
              <ServerCard
                server={server}
                onEdit={() => setOpen({ form: server.id })}
                onReview={() => setReviewing(server)}
                onError={setError}
              />
            )}
          </li>
        ))}
      </ul>
      {error === null ? null : (
        <ErrorNote error={error} place={{ where: 'other', hasText: false }} onDismiss={() => setError(null)} />
      )}
      {open?.form === 'new' || open?.form === 'import' ? (
        <section className={settings.card} aria-labelledby="server-form">
          <h3 id="server-form" className={settings.formTitle}>
            {open.form === 'new' ? t('servers.newTitle') : t('servers.import')}
          </h3>
          {open.form === 'new' ? (
            <ServerForm
              server={null}
              draft={'draft' in open ? open.draft : undefined}
              onSaved={saved}
              onCancel={() => setOpen(null)}
            />
          ) : (
            <ImportForm onChoose={(draft) => setOpen({ form: 'new', draft })} onCancel={() => setOpen(null)} />
          )}
        </section>
      ) : (
        <div className={layout.wrapped}>
          <Button kind="primary" onClick={() => setOpen({ form: 'new' })}>
            {t('servers.add')}
          </Button>
          <Button onClick={() => setOpen({ form: 'import' })}>{t('servers.import')}</Button>
        </div>
      )}
      <ConfirmDialog
        server={reviewing}
        onConfirm={(server) => void confirm(server)}
        onClose={() => setReviewing(null)}
      />
    </>
  )
}
