import { useTranslation } from 'react-i18next'
import type { Connection } from '../../../shared/connection.ts'
import classes from './ModelList.module.css'

interface ConnectionSwitchProps {
  readonly connections: readonly Connection[]
  readonly viewed: string | null
  readonly onView: (id: string) => void
}

/** Chooses whose models are listed. */
export function ConnectionSwitch({ connections, viewed, onView }: ConnectionSwitchProps) {
  const { t } = useTranslation()
  return (
    <fieldset className={classes.connections} aria-label={t('models.connection')}>
      {connections.map((connection) => (
        <button
          type="button"
          key={connection.id}
          aria-pressed={connection.id === viewed}
          onClick={() => onView(connection.id)}
        >
          {connection.name}
        </button>
      ))}
    </fieldset>
  )
}
