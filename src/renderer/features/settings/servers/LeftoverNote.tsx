import type { McpLeftover } from '../../../../shared/mcp.ts'
import { Button } from '../../../components/Button.tsx'
import layout from '../../../components/layout.module.css'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import settings from '../SettingsPanel.module.css'
import classes from './ServersPage.module.css'
import { visibleText } from './server-words.ts'

/** An offer to end a process that outlived the last run. */
export function LeftoverNote({ leftover: { pid, server, command } }: { leftover: McpLeftover }) {
  const { t } = useTranslation()
  return (
    <div className={`${settings.card} ${classes.leftover}`}>
      <div>{t('servers.leftover', { name: server === '' ? t('servers.removedServer') : server })}</div>
      <div className={settings.address}>
        {visibleText(command)} · {pid}
      </div>
      <div className={layout.wrapped}>
        <Button size="small" onClick={() => void call('mcp.endLeftover', { pid })}>
          {t('servers.leftoverEnd')}
        </Button>
      </div>
    </div>
  )
}
