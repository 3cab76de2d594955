import type { ReactNode } from 'react'
import classes from './SettingsPanel.module.css'

interface SettingRowProps {
  readonly label: string
  readonly hint?: string
  /** Names the control that `children` is, when that is not a field with its own label. */
  readonly labelId?: string
  readonly children: ReactNode
}

/** One line of the settings: what it is on the left, the control on the right. */
export function SettingRow({ label, hint, labelId, children }: SettingRowProps) {
  return (
    <div className={classes.row}>
      <div className={classes.words}>
        <div id={labelId}>{label}</div>
        {hint === undefined ? null : <div className={classes.hint}>{hint}</div>}
      </div>
      <div className={classes.control}>{children}</div>
    </div>
  )
}
