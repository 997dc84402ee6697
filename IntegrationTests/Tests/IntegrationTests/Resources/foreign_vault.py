"""Reads and writes vaults with pycryptomator, an implementation of format 8 that shares no code with this one.

Usage: foreign_vault.py COMMAND VAULT PASSPHRASE < JSON > JSON

    create                    makes a vault in an empty folder
    read                      prints every item: path, type and, of files, size and SHA-256
    write                     takes items (path, and of files the local file with the contents) and makes them
    move                      takes pairs of paths
    remove                    takes paths of files and folders
    recovery-key              prints the words
    change-passphrase         takes the new passphrase

pycryptomator knows the cipher combo SIV_GCM alone. For SIV_CTRMAC its tree and names are used, with the contents of
section 8.1 of the vault format on pycryptodome.
"""
import contextlib
import hashlib
import hmac
import io
import json
import os
import sys

import pycryptomator
from Crypto.Cipher import AES
from Crypto.Hash import HMAC, SHA256
from pycryptomator import cryptomator
from pycryptomator.cryptomator import Vault, aes_unwrap, d64
from pycryptomator.wordscodec import Wordscodec


class CtrMacVault(Vault):
    """A vault of format 7, or of format 8 with SIV_CTRMAC; to be read only."""

    def __init__(self, folder, passphrase):
        self.base = folder
        with open(os.path.join(folder, "masterkey.cryptomator"), encoding="utf-8") as file:
            master = json.load(file)
        kek = hashlib.scrypt(passphrase.encode(), salt=d64(master["scryptSalt"]), n=master["scryptCostParam"],
                             r=master["scryptBlockSize"], p=1, maxmem=0x7FFFFFFF, dklen=32)
        self.pk = bytes(aes_unwrap(kek, d64(master["primaryMasterKey"])))
        self.hk = bytes(aes_unwrap(kek, d64(master["hmacMasterKey"])))
        self.shorteningThreshold = 220
        config = os.path.join(folder, "vault.cryptomator")
        if os.path.exists(config):
            with open(config, "rb") as file:
                header, payload, signature = file.read().split(b".")
            expected = HMAC.new(self.pk + self.hk, header + b"." + payload, digestmod=SHA256).digest()
            assert hmac.compare_digest(expected, d64(signature, 1)), "signature of vault.cryptomator"
            values = json.loads(d64(payload, 1))
            assert (values["format"], values["cipherCombo"]) == (8, "SIV_CTRMAC")
            self.shorteningThreshold = values["shorteningThreshold"]
        else:
            assert master["version"] == 7
        mac = HMAC.new(self.hk, master["version"].to_bytes(4, "big"), digestmod=SHA256).digest()
        assert hmac.compare_digest(mac, d64(master["versionMac"])), "versionMac"
        digest = self.hashDirId("")
        self.root = os.path.join(folder, "d", digest[:2], digest[2:])
        self.dirid_cache = {}

    def decryptFile(self, virtualpath, dest):
        self.decrypt(self.getInfo(virtualpath).contentsC9, dest)

    def resolveSymlink(self, virtualpath, symlink):
        target = io.BytesIO()
        self.decrypt(symlink, target)
        return (target.getvalue().decode(), target.getvalue().decode())

    def decrypt(self, file, dest):
        with open(file, "rb") as source:
            header = source.read(88)
            nonce = header[:16]
            self.verify(header[:56], header[56:])
            payload = self.counter(self.pk, nonce).decrypt(header[16:56])
            number = 0
            while chunk := source.read(16 + 32768 + 32):
                body = chunk[:-32]
                self.verify(nonce + number.to_bytes(8, "big") + body, chunk[-32:])
                dest.write(self.counter(payload[8:], body[:16]).decrypt(body[16:]))
                number += 1

    def verify(self, message, mac):
        assert hmac.compare_digest(HMAC.new(self.hk, message, digestmod=SHA256).digest(), mac), "damaged contents"

    @staticmethod
    def counter(key, nonce):
        return AES.new(key, AES.MODE_CTR, nonce=b"", initial_value=nonce)


class Contents(io.BytesIO):
    """pycryptomator closes what it writes to."""

    def close(self):
        pass


def open_vault(folder, passphrase):
    config = os.path.join(folder, "vault.cryptomator")
    if os.path.exists(config):
        with open(config, "rb") as file:
            if json.loads(d64(file.read().split(b".")[1], 1))["cipherCombo"] == "SIV_GCM":
                return Vault(folder, passphrase)
    return CtrMacVault(folder, passphrase)


def child(folder, name):
    return folder.rstrip("/") + "/" + name


def read(vault):
    items = []
    for folder, folders, files in vault.walk("/"):
        items += [{"path": child(folder, name), "type": "folder"} for name in folders]
        for name in files:
            path = child(folder, name)
            if vault.getInfo(path).hasSym:
                items.append({"path": path, "type": "symlink"})
                continue
            contents = Contents()
            vault.decryptFile(path, contents)
            data = contents.getvalue()
            items.append({"path": path, "type": "file", "size": len(data),
                          "sha256": hashlib.sha256(data).hexdigest()})
    return items


def write(vault, items):
    for item in items:
        if item["type"] == "folder":
            vault.mkdir(item["path"])
        elif item["type"] == "symlink":
            vault.ln(item["target"], item["path"])
        else:
            vault.encryptFile(item["contents"], item["path"])


def remove(vault, paths):
    for path in paths:
        (vault.rmtree if vault.getInfo(path).isDir else vault.remove)(path)


def recovery_key(vault):
    words = Wordscodec(os.path.join(os.path.dirname(pycryptomator.__file__), "4096words_en.txt"))
    return " ".join(words.bytes2words(words.blob(vault.pk, vault.hk)))


def change_passphrase(vault, passphrase):
    cryptomator.ask_new_password = lambda: passphrase
    vault.change_password()


def main():
    command, folder, passphrase = sys.argv[1:]
    request = json.loads(sys.stdin.buffer.read() or b"null")
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        answer = None
        if command == "create":
            pycryptomator.init_vault(folder, passphrase)
        else:
            vault = open_vault(folder, passphrase)
            if command == "read":
                answer = read(vault)
            elif command == "write":
                write(vault, request)
            elif command == "move":
                for source, target in request:
                    vault.mv(source, target)
            elif command == "remove":
                remove(vault, request)
            elif command == "recovery-key":
                answer = recovery_key(vault)
            elif command == "change-passphrase":
                change_passphrase(vault, request)
            else:
                sys.exit(f"no command {command}")
    # pycryptomator prints what went wrong and goes on.
    for word in ("ERROR", "warning", "Can't", "Corrupted", "no such"):
        if word in said.getvalue():
            sys.exit(said.getvalue())
    json.dump(answer, sys.stdout)


main()
