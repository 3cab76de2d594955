import classes from './Seal.module.css'

/** The mark of the app: a seal with 坊, workshop. */
export function Seal({ large = false }: { large?: boolean }) {
  return (
    <div className={large ? `${classes.seal} ${classes.large}` : classes.seal} aria-hidden="true" lang="zh-CN">
      坊
    </div>
  )
}
