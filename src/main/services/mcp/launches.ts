/** Everything that needs the protocol's SDK. Loaded when the first server starts, because it is large. */
export { launchHttp } from './http-launch.ts'
export { serverLimits } from './server-connection.ts'
export { beginSignIn, SignInFailure } from './server-sign-in.ts'
export { launchStdio } from './stdio-launch.ts'
