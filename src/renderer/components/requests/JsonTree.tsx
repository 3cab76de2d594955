import { useState } from 'react'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { Button } from '../Button.tsx'
import layout from '../layout.module.css'
import { LongText } from '../words/LongText.tsx'
import classes from './JsonTree.module.css'
import { entriesOf, isSmall, type JsonValue } from './json-value.ts'

/** Members shown at first, and added by every "show more". */
const membersAtOnce = 100
/** Longest top-level list that is open initially. */
const shortList = 20

/** A JSON value with indented members. Small values and short top-level lists are open, others folded. */
export function JsonTree({ value }: { readonly value: JsonValue }) {
  return (
    <div className={classes.tree}>
      <Member name={null} value={value} level={0} />
    </div>
  )
}

interface MemberProps {
  readonly name: string | null
  readonly value: JsonValue
  /** Depth in the tree; 0 for the root. */
  readonly level: number
}

function Member({ level, name, value }: MemberProps) {
  const { t } = useTranslation()
  const members = entriesOf(value)
  const [opened, setOpened] = useState(
    () => level === 0 || isSmall(value) || (level === 1 && members !== null && members.length <= shortList),
  )
  const [shown, setShown] = useState(membersAtOnce)
  const label = name === null ? null : <span className={classes.name}>{name}: </span>
  if (members === null)
    return (
      <div className={layout.asWritten}>
        {label}
        {typeof value === 'string' ? <LongText text={value} /> : <span className={classes.plain}>{String(value)}</span>}
      </div>
    )
  const rest = members.length - shown
  return (
    <details className={classes.branch} open={opened} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        {label}
        <span className={classes.count}>{t('requests.members', { count: members.length })}</span>
      </summary>
      {opened
        ? members
            .slice(0, shown)
            .map(([key, member]) => <Member key={key} name={key} value={member} level={level + 1} />)
        : null}
      {opened && rest > 0 ? (
        <Button kind="link" onClick={() => setShown(shown + membersAtOnce)}>
          {t('requests.moreMembers', { count: rest })}
        </Button>
      ) : null}
    </details>
  )
}
