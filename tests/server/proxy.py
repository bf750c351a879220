"""A real nginx with the configuration of hosting/, on free ports and with a certificate made for the day."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.conftest import ROOT

AROUND = """
daemon off;
{user}
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def certificate(folder: Path, openssl: str) -> tuple[Path, Path]:
    """For this machine alone."""
    cert, key = folder / "cert.pem", folder / "key.pem"
    subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2"]
    make = [openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    subprocess.run([*make, *subject, "-keyout", str(key), "-out", str(cert)], check=True, capture_output=True)
    return cert, key


def site(ports: list[int], plain: int, safe: int, cert: Path, key: Path) -> str:
    """hosting/nginx.conf, as somebody would change it who hosts it here."""
    text = (ROOT / "hosting" / "nginx.conf").read_text()
    for was, now in zip(("8001", "8002"), ports, strict=True):
        text = text.replace(f"127.0.0.1:{was}", f"127.0.0.1:{now}")
    text = re.sub(r"ssl_certificate \S+;", f"ssl_certificate {cert};", text)
    text = re.sub(r"ssl_certificate_key \S+;", f"ssl_certificate_key {key};", text)
    text = re.sub(r"^ *listen \[::\].*\n", "", text, flags=re.MULTILINE)  # not every machine has IPv6
    text = text.replace("listen 80;", f"listen 127.0.0.1:{plain};").replace("listen 443 ", f"listen 127.0.0.1:{safe} ")
    return text.replace("play.example", "127.0.0.1")


@contextmanager
def nginx(program: str, openssl: str, folder: Path, ports: list[int]) -> Iterator[tuple[str, str, Path]]:
    """Its safe and its plain address, and the certificate."""
    plain, safe = free_port(), free_port()
    cert, key = certificate(folder, openssl)
    (folder / "site.conf").write_text(site(ports, plain, safe, cert, key))
    user = "user root;" if os.name == "posix" and not os.geteuid() else ""
    (folder / "nginx.conf").write_text(AROUND.format(folder=folder, user=user))
    process = subprocess.Popen(
        [program, "-p", str(folder), "-c", str(folder / "nginx.conf")], stderr=subprocess.DEVNULL
    )
    try:
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", safe), 1).close()
                break
            except OSError:
                assert process.poll() is None, (folder / "error.log").read_text()
                time.sleep(0.05)
        yield f"https://127.0.0.1:{safe}", f"http://127.0.0.1:{plain}", cert
    finally:
        process.terminate()
        process.wait(30)
