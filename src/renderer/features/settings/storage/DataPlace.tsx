import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import layout from '../../../components/layout.module.css'
import { Unbroken } from '../../../components/words/Unbroken.tsx'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { BackupWorkLine } from '../backup/BackupWorkLine.tsx'
import { useBackups } from '../backup/backup-store.ts'
import { SettingRow } from '../SettingRow.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { OldCopy } from './OldCopy.tsx'
import classes from './storage.module.css'
import { useDataPlace } from './use-data-place.ts'

/** Location of the data, with actions to open and move the folder. */
export function DataPlace() {
  const { t } = useTranslation()
  const { place, waiting, error, check, move, removeOld, keepOld } = useDataPlace()
  const [asking, setAsking] = useState(false)
  const work = useBackups().state?.work ?? null
  if (place === null)
    return error === null ? null : <ErrorNote error={error} place={{ where: 'other', hasText: false }} />
  const busy = work !== null || waiting !== 'nothing'
  return (
    <>
      {error === null ? null : (
        <ErrorNote
          error={error}
          place={{ where: 'other', hasText: false }}
          on={{ chooseFolder: () => setAsking(true) }}
        />
      )}
      {work !== null && (work.kind === 'move' || waiting === 'deleting') ? (
        <div className={classes.work}>
          <BackupWorkLine work={work} />
        </div>
      ) : null}
      {waiting === 'restarting' ? <p role="status">{t('backup.storage.moveRestarting')}</p> : null}
      <SettingRow
        label={t('settings.dataFolder')}
        hint={place.movable ? place.folder : <Unbroken text={`${place.folder} · ${t('backup.storage.moveChosen')}`} />}
      >
        <div className={layout.wrapped}>
          <Button size="small" onClick={() => void call('app.openDataFolder', {})}>
            {t('settings.openFolder')}
          </Button>
          {place.movable ? (
            <Button size="small" disabled={busy} onClick={() => setAsking(true)}>
              {t('backup.storage.move')}
            </Button>
          ) : null}
        </div>
      </SettingRow>
      {place.left === null ? null : (
        <OldCopy
          now={place.folder}
          left={place.left}
          busy={busy}
          onDelete={() => void removeOld()}
          onKeep={() => void keepOld()}
        />
      )}
      {asking ? (
        <MoveDialog
          onClose={() => setAsking(false)}
          onCheck={check}
          onMove={(folder) => {
            setAsking(false)
            void move(folder)
          }}
        />
      ) : null}
    </>
  )
}
