import type { ReactNode } from 'react'
import classes from './SettingsPanel.module.css'

interface SettingRowProps {
  readonly label: string
  readonly hint?: ReactNode
  /** Id of the hint, which describes the control. */
  readonly hintId?: string
  /** Id of the label for `children`, if the control has none of its own. */
  readonly labelId?: string
  /** The control; absent in a row that only informs. */
  readonly children?: ReactNode
}

/** A row of the settings: label on the left, control on the right. */
export function SettingRow({ label, hint, hintId, labelId, children }: SettingRowProps) {
  return (
    <div className={classes.row} data-setting={label}>
      <div className={classes.words}>
        <div id={labelId}>{label}</div>
        {hint === undefined || hint === null ? null : (
          <div id={hintId} className={classes.hint}>
            {hint}
          </div>
        )}
      </div>
      <div className={classes.control}>{children}</div>
    </div>
  )
}
