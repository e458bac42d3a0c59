/** Environment variables of programs of the system. The search path of most users does not have the folder of `ip`. */
export const systemEnv: Readonly<Record<string, string>> = {
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  LANG: 'C',
};
