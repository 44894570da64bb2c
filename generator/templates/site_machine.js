// The worker of the playground: runs the compiler in WebAssembly over files in memory. The page makes the worker of the
// text of this function, since pages of file:// cannot load workers. It asks for no time and no chance, so that the same
// text gives the same bytes.
"use strict";
function strataMachine() {
  const encode = text => new TextEncoder().encode(text), decode = bytes => new TextDecoder().decode(bytes);
  const OK = 0, EBADF = 8, EEXIST = 20, EINVAL = 28, ENOENT = 44, ENOTDIR = 54, EISDIR = 31, ENOTEMPTY = 55;
  const DIRECTORY = 3, FILE = 4, CHARACTERS = 2, ROOT = 3, CREATE = 1, ONLY_DIRECTORY = 2, EXCLUSIVE = 4, TRUNCATE = 8;
  const FILE_MOST = 1 << 26;

  // A file has bytes, a directory has entries. Inodes tell files apart.
  let inode = 0;
  const makeFile = bytes => ({inode: ++inode, bytes, size: bytes.length});
  const makeDirectory = () => ({inode: ++inode, entries: new Map()});

  // Returns the parts of a path, without `.` and `x/..`.
  function partsOf(path) {
    const parts = [];
    for (const part of path.split("/")) {
      if (part === "..") parts.pop();
      else if (part && part !== ".") parts.push(part);
    }
    return parts;
  }

  function find(node, path) {
    for (const part of partsOf(path)) node = node?.entries?.get(part);
    return node;
  }

  // Returns the directory of a path, and the last part.
  function split(node, path) {
    const parts = partsOf(path), name = parts.pop();
    return [find(node, parts.join("/")), name];
  }

  function put(root, path, bytes) {
    const parts = partsOf(path), name = parts.pop();
    let node = root;
    for (const part of parts) {
      if (!node.entries.has(part)) node.entries.set(part, makeDirectory());
      node = node.entries.get(part);
    }
    node.entries.set(name, makeFile(bytes));
  }

  function readSpecs(tar, root) {
    for (let at = 0; tar[at]; ) {
      const field = (from, size) => decode(tar.subarray(at + from, at + from + size)).replace(/\0.*/s, "");
      const size = parseInt(field(124, 12), 8);
      put(root, field(0, 100), tar.slice(at + 512, at + 512 + size));
      at += 512 + Math.ceil(size / 512) * 512;
    }
  }

  // Runs the program with some words, over a tree of files; `specs` is the directory of the shipped ones. Returns its
  // exit status and its output.
  function run(module, root, words, specs = "/specs") {
    const environment = ["STRATA_SYNC=no", "STRATA_SPECS=" + specs], output = {1: [], 2: []};
    const files = [{node: makeFile(new Uint8Array(0)), at: 0}, {stream: 1}, {stream: 2}, {node: root, at: 0}];
    let memory;
    const view = () => new DataView(memory.buffer), bytes = (at, size) => new Uint8Array(memory.buffer, at, size);
    const set32 = (at, value) => view().setUint32(at, value, true);
    const set64 = (at, value) => view().setBigUint64(at, BigInt(value), true);
    const pathOf = (at, size) => decode(bytes(at, size));
    const nodeOf = file => files[file]?.node;
    const lists = (list, at, text) => {
      for (const item of list) {
        const all = encode(item + "\0");
        set32(at, text);
        bytes(text, all.length).set(all);
        at += 4;
        text += all.length;
      }
      return OK;
    };
    const sizes = (list, count, size) => {
      set32(count, list.length);
      set32(size, list.reduce((sum, item) => sum + encode(item).length + 1, 0));
      return OK;
    };
    const stat = (node, at) => {
      bytes(at, 64).fill(0);
      set64(at + 8, node ? node.inode : 0);
      view().setUint8(at + 16, !node ? CHARACTERS : node.entries ? DIRECTORY : FILE);
      set64(at + 24, 1);
      set64(at + 32, node?.size || 0);
      return OK;
    };
    const each = (list, count, act) => {
      let sum = 0;
      for (let i = 0; i < count; i++) {
        const at = view().getUint32(list + 8 * i, true), size = view().getUint32(list + 8 * i + 4, true);
        const done = act(at, size);
        sum += done;
        if (done < size) break;
      }
      return sum;
    };
    const write = (file, at, size) => {
      const part = bytes(at, size).slice();
      if (file.stream) return output[file.stream].push(part), size;
      const {node} = file, end = file.at + size;
      if (end > FILE_MOST) throw new Error("the output is too large");
      if (end > node.bytes.length) {
        const more = new Uint8Array(Math.max(end, 2 * node.bytes.length));
        more.set(node.bytes.subarray(0, node.size));
        node.bytes = more;
      }
      node.bytes.set(part, file.at);
      file.at = end;
      node.size = Math.max(node.size, end);
      return size;
    };
    const readPart = (file, at, size) => {
      const part = file.node.bytes.subarray(file.at, Math.min(file.at + size, file.node.size));
      bytes(at, part.length).set(part);
      file.at += part.length;
      return part.length;
    };
    const remove = (file, at, size, isDirectory) => {
      const [directory, name] = split(nodeOf(file), pathOf(at, size)), node = directory?.entries?.get(name);
      if (!node) return ENOENT;
      if (Boolean(node.entries) !== isDirectory) return isDirectory ? ENOTDIR : EISDIR;
      if (node.entries?.size) return ENOTEMPTY;
      directory.entries.delete(name);
      return OK;
    };
    const add = (file, at, size, make) => {
      const [directory, name] = split(nodeOf(file), pathOf(at, size));
      if (!directory?.entries) return ENOENT;
      if (directory.entries.has(name)) return EEXIST;
      directory.entries.set(name, make());
      return OK;
    };

    const calls = {
      args_get: (at, text) => lists(["strata", ...words], at, text),
      args_sizes_get: (count, size) => sizes(["strata", ...words], count, size),
      environ_get: (at, text) => lists(environment, at, text),
      environ_sizes_get: (count, size) => sizes(environment, count, size),
      clock_time_get: (id, precision, at) => (set64(at, 0), OK),
      fd_prestat_get: (file, at) => file !== ROOT ? EBADF : (set32(at, 0), set32(at + 4, 1), OK),
      fd_prestat_dir_name: (file, at) => (bytes(at, 1).set([47]), OK),
      fd_close: file => files[file] ? (files[file] = undefined, OK) : EBADF,
      fd_fdstat_get(file, at) {
        if (!files[file]) return EBADF;
        bytes(at, 24).fill(0);
        view().setUint8(at, files[file].stream ? CHARACTERS : nodeOf(file).entries ? DIRECTORY : FILE);
        bytes(at + 8, 16).fill(255);
        return OK;
      },
      fd_fdstat_set_flags: () => OK,
      fd_filestat_get: (file, at) => files[file] ? stat(nodeOf(file), at) : EBADF,
      fd_filestat_set_size: () => EINVAL,
      fd_sync: () => OK,
      fd_seek(file, offset, whence, at) {
        if (!nodeOf(file)) return EBADF;
        files[file].at = Number(offset) + [0, files[file].at, nodeOf(file).size][whence];
        set64(at, files[file].at);
        return OK;
      },
      fd_read(file, list, count, at) {
        if (!nodeOf(file)?.bytes) return EBADF;
        set32(at, each(list, count, (from, size) => readPart(files[file], from, size)));
        return OK;
      },
      fd_pread(file, list, count, offset, at) {
        if (!nodeOf(file)?.bytes) return EBADF;
        const part = {node: nodeOf(file), at: Number(offset)};
        set32(at, each(list, count, (from, size) => readPart(part, from, size)));
        return OK;
      },
      fd_write(file, list, count, at) {
        if (!files[file]) return EBADF;
        set32(at, each(list, count, (from, size) => write(files[file], from, size)));
        return OK;
      },
      fd_readdir(file, at, size, cookie, used) {
        if (!nodeOf(file)?.entries) return ENOTDIR;
        const end = at + size;
        let to = at;
        for (const [i, [name, node]] of [...nodeOf(file).entries].entries()) {
          const text = encode(name), entry = new Uint8Array(24 + text.length), fields = new DataView(entry.buffer);
          if (i < Number(cookie) || to >= end) continue;
          fields.setBigUint64(0, BigInt(i + 1), true);
          fields.setBigUint64(8, BigInt(node.inode), true);
          fields.setUint32(16, text.length, true);
          fields.setUint8(20, node.entries ? DIRECTORY : FILE);
          entry.set(text, 24);
          bytes(to, Math.min(entry.length, end - to)).set(entry.subarray(0, end - to));
          to += Math.min(entry.length, end - to);
        }
        set32(used, to - at);
        return OK;
      },
      path_open(file, follow, at, size, flags, rights, inheriting, options, opened) {
        const path = pathOf(at, size), [directory, name] = split(nodeOf(file), path);
        let node = find(nodeOf(file), path);
        if (node && flags & EXCLUSIVE) return EEXIST;
        if (!node && !(flags & CREATE)) return ENOENT;
        if (node && flags & ONLY_DIRECTORY && !node.entries) return ENOTDIR;
        if (!node) {
          if (!directory?.entries) return ENOENT;
          directory.entries.set(name, node = makeFile(new Uint8Array(0)));
        }
        if (flags & TRUNCATE) node.size = 0;
        files.push({node, at: options & 1 ? node.size : 0});
        set32(opened, files.length - 1);
        return OK;
      },
      path_filestat_get(file, follow, at, size, to) {
        const node = find(nodeOf(file), pathOf(at, size));
        return node ? stat(node, to) : ENOENT;
      },
      path_create_directory: (file, at, size) => add(file, at, size, makeDirectory),
      path_remove_directory: (file, at, size) => remove(file, at, size, true),
      path_unlink_file: (file, at, size) => remove(file, at, size, false),
      path_rename(from, at, size, to, toAt, toSize) {
        const [source, name] = split(nodeOf(from), pathOf(at, size)), node = source?.entries?.get(name);
        const [target, other] = split(nodeOf(to), pathOf(toAt, toSize));
        if (!node || !target?.entries) return ENOENT;
        source.entries.delete(name);
        target.entries.set(other, node);
        return OK;
      },
      path_link(from, follow, at, size, to, toAt, toSize) {
        const node = find(nodeOf(from), pathOf(at, size));
        return node ? add(to, toAt, toSize, () => node) : ENOENT;
      },
      path_readlink: () => EINVAL,
      poll_oneoff: () => EINVAL,
      random_get: (at, size) => (bytes(at, size).fill(0), OK),
      sched_yield: () => OK,
      proc_exit(code) { throw {code}; },
    };
    const instance = new WebAssembly.Instance(module, {wasi_snapshot_preview1: calls});
    let status = 0;
    memory = instance.exports.memory;
    try {
      instance.exports._start();
    } catch (end) {
      if (end?.code === undefined) throw end;
      status = end.code;
    }
    const textOf = list => decode(list.reduce((all, part) => {
      const both = new Uint8Array(all.length + part.length);
      both.set(all);
      both.set(part, all.length);
      return both;
    }, new Uint8Array(0)));
    return {status, output: textOf(output[1]), errors: textOf(output[2])};
  }

  return {run, put, find, readSpecs, makeDirectory, encode, decode};
}
