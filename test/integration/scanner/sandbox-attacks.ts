/**
 * What an attacker who has taken over the browser would try, as a program for Node.js. Its argument has the targets as
 * JSON. It prints the names of those that succeeded.
 */
export const ATTACKS = `
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const net = require('node:net');
const targets = JSON.parse(process.argv[1]);
const connects = (options) => new Promise((resolve, reject) => {
  const socket = net.connect(options, () => resolve(socket.destroy()));
  socket.setTimeout(2000, () => socket.destroy(new Error('silent')));
  socket.on('error', reject);
});
const run = (...words) => execFileSync(words[0], words.slice(1), { stdio: 'ignore' });
const attacks = {
  'read a file of the user': () => fs.readFileSync(targets.secret),
  'read the passwords of the system': () => fs.readFileSync('/etc/passwd'),
  'list the home folders': () => fs.readdirSync('/home'),
  'read the file through the first process': () => fs.readFileSync('/proc/1/root' + targets.secret),
  'write beside its folder': () => fs.writeFileSync(targets.beside, ''),
  'change a program that it may read': () => fs.writeFileSync(targets.readable, ''),
  'make it writable': () => { run('mount', '-o', 'remount,bind,rw', targets.readableFolder); fs.writeFileSync(targets.readable, ''); },
  'see the process of the scanner': () => fs.readFileSync('/proc/' + targets.scanner + '/status'),
  'read its variables': () => fs.readFileSync('/proc/' + targets.scanner + '/environ'),
  'signal it': () => process.kill(targets.scanner, 0),
  'connect to a server of the machine': () => connects({ host: '127.0.0.1', port: targets.port }),
  'connect to it by IPv6': () => connects({ host: '::1', port: targets.port }),
  'connect to a socket without a file': () => connects({ path: '\\0' + targets.abstract }),
  'connect to a socket with a file': () => connects({ path: targets.socket }),
  'create a user namespace': () => run('unshare', '--user', '--map-root-user', 'true'),
  'enter the namespace of the first process': () => run('nsenter', '--target', '1', '--mount', 'true'),
  'mount a file system': () => { run('mount', '-t', 'tmpfs', 'tmpfs', targets.own); run('umount', targets.own); },
  'leave its root': () => run('chroot', targets.own),
  'read the memory of the first process': () => fs.closeSync(fs.openSync('/proc/1/mem', 'r')),
  'slow the first process down': () => run('renice', '-n', '19', '-p', '1'),
  'change a device': () => fs.chmodSync('/dev/null', 0o666),
  'use a descriptor of the shell': () => fs.readdirSync('/proc/self/fd/7/'),
  'create a device': () => run('mknod', targets.own + '/device', 'c', '1', '3'),
  'change a setting of the kernel': () => fs.closeSync(fs.openSync('/proc/sys/kernel/hostname', 'r+')),
};
const may = {
  'connect to the proxy': () => connects({ host: '127.0.0.1', port: targets.proxyPort }),
  'write to its own folder': () => fs.writeFileSync(targets.own + '/file', ''),
  'read the libraries of the system': () => fs.readdirSync('/usr/lib').length > 0 || fail(),
  'use shared memory': () => fs.writeFileSync('/dev/shm/' + targets.abstract, ''),
};
function fail() { throw new Error('failed'); }
(async () => {
  const succeeded = [];
  for (const [name, attack] of Object.entries({ ...attacks, ...may })) {
    if (targets.only !== undefined && !targets.only.includes(name)) continue;
    try { await attack(); succeeded.push(name); } catch {}
  }
  process.stdout.write(JSON.stringify(succeeded));
})();
`;

/** What the browser needs. */
export const permitted = [
  'connect to the proxy',
  'write to its own folder',
  'read the libraries of the system',
  'use shared memory',
];

/** What succeeds without a sandbox, and changes nothing outside of the folder of the test. */
export const possibleOutside = [
  'read a file of the user',
  'read the passwords of the system',
  'list the home folders',
  'write beside its folder',
  'change a program that it may read',
  'see the process of the scanner',
  'read its variables',
  'signal it',
  'connect to a server of the machine',
  'connect to a socket without a file',
  'connect to a socket with a file',
  'use a descriptor of the shell',
];
